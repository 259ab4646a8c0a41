/* SPDX-License-Identifier: Apache-2.0 */
/* door_stdout.h: the response's bytes, to the web server. */

#ifndef DOOR_STDOUT_H
#define DOOR_STDOUT_H

#include <stddef.h>

/* Writes all bytes; waits while the server does not take them. Returns 0, or -1
 * if it never will. */
int door_stdout_write(const void *bytes, size_t len);

/* Writes what the server takes at once. Returns how many bytes it has taken, or
 * -1 if it never will take any. */
long door_stdout_offer(const void *bytes, size_t len);

#endif /* DOOR_STDOUT_H */
