/* SPDX-License-Identifier: Apache-2.0 */
/* fork_asked.h: which variables the constructors of libraries have asked for.
 * They have found those that the server was started with: a request with others
 * is not for its processes. */

#ifndef FORK_ASKED_H
#define FORK_ASKED_H

#include <stddef.h>

/* Returns the names that getenv() and secure_getenv() were asked for, each with
 * its NUL, and notes no more. *len: the bytes of all. NULL: they were too many.
 */
const char *fork_asked_end(size_t *len);

#endif /* FORK_ASKED_H */
