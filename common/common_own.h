/* SPDX-License-Identifier: Apache-2.0 */
/* common_own.h: where a user's own persistd has its runtime directory: the one
 * that persist-cgi starts and persistctl finds. */

#ifndef COMMON_OWN_H
#define COMMON_OWN_H

#include <stddef.h>

/* Writes the path: .persistd in the user's home if that is his alone, or
 * /tmp/persist-UID. Neither need exist. The environment has no say. Returns 0,
 * or -1 if the path is longer than size. */
int common_own_directory(char *path, size_t size);

#endif /* COMMON_OWN_H */
