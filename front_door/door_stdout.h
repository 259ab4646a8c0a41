/* SPDX-License-Identifier: Apache-2.0 */
/* door_stdout.h: the response's bytes, to the web server. */

#ifndef DOOR_STDOUT_H
#define DOOR_STDOUT_H

#include <stddef.h>
#include <sys/types.h>

/* Writes all bytes; waits while the server does not take them. Returns 0, or -1
 * if it never will. */
int door_stdout_write(const void *bytes, size_t len);

/* Writes part of a file. Returns 0, -1 as above, or 1 if the file is shorter.
 */
int door_stdout_file(int fd, off_t offset, size_t len);

#endif /* DOOR_STDOUT_H */
