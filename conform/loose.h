/* SPDX-License-Identifier: Apache-2.0 */
/* loose.h: encodes a REQUEST in legal forms that our encoder does not write. */

#ifndef CONFORM_LOOSE_H
#define CONFORM_LOOSE_H

#include <msgpack/sbuffer.h>

/* Three forms of integers, three of bytes and two of arrays, each with and
 * without additional fields. */
#define LOOSE_STYLES (3u * 3u * 2u * 2u)
#define LOOSE_SEQ 0x89abcdefu

/* Returns the whole frame, which is valid until the next call. */
const msgpack_sbuffer *loose_request(unsigned style, const char *path);

#endif /* CONFORM_LOOSE_H */
