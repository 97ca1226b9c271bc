/**
 * Options that several commands share, with the checks that refuse what makes no sense before any
 * work is done. Texts of the command line enter. Data, settings and stop rules leave.
 */
package org.fogopt.cli.option;
