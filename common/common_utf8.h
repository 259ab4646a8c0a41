/* SPDX-License-Identifier: Apache-2.0 */
/* common_utf8.h: which bytes are a character that may be shown. */

#ifndef COMMON_UTF8_H
#define COMMON_UTF8_H

#include <stddef.h>

/* The length in bytes of the UTF-8 character at text, which has `len` bytes. 0:
 * it is invalid, overlong, a surrogate, or a C1 control, which terminals obey.
 */
size_t common_utf8_length(const char *text, size_t len);

#endif /* COMMON_UTF8_H */
