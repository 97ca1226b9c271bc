/**
 * From a table to numbers and back: columns become features and a target, as fitted on training
 * rows; a learned model keeps both, and predicts new tables. Files enter through {@link
 * org.fogopt.apps.io.DataReader}; a {@code Sample} for the engine, models and predictions leave.
 */
package org.fogopt.apps.learn.table;
