/** The applications of the paper, each a problem with its generators, references and files. */
package org.fogopt.apps;
