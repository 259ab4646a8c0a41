/* SPDX-License-Identifier: Apache-2.0 */
/* strv.h: owned, NULL-terminated arrays of strings, as exec wants them,
 * made from what came over the wire. */

#ifndef STRV_H
#define STRV_H

#include "wire_message.h"

/* The list's elements. NULL with *why set when one holds a NUL byte. */
char **strv_from_list(const wire_list_t *list, const char **why);

/* "NAME=value" of each pair. NULL with *why set when a name is empty or holds
 * '=', or when anything holds a NUL byte. */
char **strv_from_pairs(const wire_list_t *pairs, const char **why);

/* An environment of both; a name in `over` replaces the one in `base`. The
 * array is for free(), its strings belong to the arguments. */
char **strv_overlay(char **base, char **over);

size_t strv_count(char *const *strings);
void strv_free(char **strings); /* array and strings; NULL is fine */

#endif /* STRV_H */
