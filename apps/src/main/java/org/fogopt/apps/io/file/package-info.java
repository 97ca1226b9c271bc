/**
 * What all readers and writers share: places in a file, errors, limits of memory, atomic writes. A
 * path or a stream enters. Errors that name the place and a remedy leave, and files that are
 * written whole or not at all.
 */
@NullMarked
package org.fogopt.apps.io.file;

import org.jspecify.annotations.NullMarked;
