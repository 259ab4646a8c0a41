/* SPDX-License-Identifier: Apache-2.0 */
/* common_temporary.h: temporary files without a name. Any thread. */

#ifndef COMMON_TEMPORARY_H
#define COMMON_TEMPORARY_H

/* Opens a new, empty file of a directory for reading and writing,
 * close-on-exec. It has no name, so it is gone when it is closed, however this
 * process ends. Returns the descriptor, or -1 with errno. */
int common_temporary_open(const char *directory);

#endif /* COMMON_TEMPORARY_H */
