/* SPDX-License-Identifier: Apache-2.0 */
/* strv.h: NULL-terminated arrays of strings, as exec takes them, made from
 * lists that came over the wire. An array owns its strings. */

#ifndef STRV_H
#define STRV_H

#include "wire_message.h"

/* Copies the list's elements. Returns NULL with *why set if an element contains
 * a NUL byte. */
char **strv_from_list(const wire_list_t *list, const char **why);

/* Makes "NAME=value" of each pair. Returns NULL with *why set if a name is
 * empty or contains '=', or if any part contains a NUL byte. */
char **strv_from_pairs(const wire_list_t *pairs, const char **why);

/* Merges two environments; a name in `over` replaces the one in `base`. The
 * caller frees the array. The strings still belong to the arguments. */
char **strv_overlay(char **base, char **over);

size_t strv_count(char *const *strings);
void strv_free(char **strings); /* frees array and strings; NULL is allowed */

#endif /* STRV_H */
