/* SPDX-License-Identifier: Apache-2.0 */
/* received.h: the body of the current response. The buffer is static, so that a
 * rule which fails does not leak it. */

#ifndef CONFORM_RECEIVED_H
#define CONFORM_RECEIVED_H

#include "wire_frame.h"

void received_clear(void);
/* Appends bytes, and returns the new length. */
size_t received_add(const wire_bytes_t *bytes);
/* Returns the body, followed by a NUL. */
const char *received_bytes(void);

#endif /* CONFORM_RECEIVED_H */
