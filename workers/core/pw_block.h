/* SPDX-License-Identifier: Apache-2.0 */
/* pw_block.h: splits blocks of NUL-terminated strings into the lists that the
 * wire codec takes, and checks headers. */

#ifndef PW_BLOCK_H
#define PW_BLOCK_H

#include "wire_message.h"

#include <stddef.h>

/* Splits the block of len bytes into its strings. items has room for items_max
 * elements and gets the strings without their NULs; they point into block. list
 * becomes the list over items. Returns 0, or -1 with errno EINVAL (the last
 * string has no NUL) or E2BIG (more than items_max strings). */
int pw_block_list(const char *block, size_t len, wire_bytes_t *items,
                  size_t items_max, wire_list_t *list);

/* The same for a block of headers: name, value, name, value. items has room for
 * WIRE_ELEMENTS_MAX elements. Also fails with EINVAL if a value is missing, a
 * name is not a token or a value has control characters. */
int pw_block_headers(const char *block, size_t len, wire_bytes_t *items,
                     wire_list_t *list);

#endif /* PW_BLOCK_H */
