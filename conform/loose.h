/* SPDX-License-Identifier: Apache-2.0 */
/* loose.h: a REQUEST in forms that our encoder would not write, but that a
 * receiver must take. */

#ifndef CONFORM_LOOSE_H
#define CONFORM_LOOSE_H

#include <msgpack/sbuffer.h>

/* Three of integers, three of bytes, two of arrays, with and without fields
 * that are to be ignored. */
#define LOOSE_STYLES (3u * 3u * 2u * 2u)
#define LOOSE_SEQ 0x89abcdefu

/* The whole frame; it stays until the next call. */
const msgpack_sbuffer *loose_request(unsigned style, const char *path);

#endif /* CONFORM_LOOSE_H */
