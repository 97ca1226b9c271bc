/**
 * The command {@code fog}: its main class and the list of its commands. The words of the command
 * line enter. An exit code leaves; all else is in the packages below.
 */
package org.fogopt.cli;
