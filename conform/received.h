/* SPDX-License-Identifier: Apache-2.0 */
/* received.h: the body of the response that is being taken. There is one, which
 * stays when a rule jumps out of its middle. */

#ifndef CONFORM_RECEIVED_H
#define CONFORM_RECEIVED_H

#include "wire_frame.h"

void received_clear(void);
/* Returns how many bytes there are now. */
size_t received_add(const wire_bytes_t *bytes);
/* All of them, with a NUL behind. */
const char *received_bytes(void);

#endif /* CONFORM_RECEIVED_H */
