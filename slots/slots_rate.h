/* SPDX-License-Identifier: Apache-2.0 */
/* slots_rate.h: how much one pool may write into the error log through all of
 * httpd's children together. */

#ifndef SLOTS_RATE_H
#define SLOTS_RATE_H

#include "slots_layout.h"

/* In each second, and one line more. As persistd allows for what is printed. */
#define SLOTS_RATE_BYTES (256u << 10)

/* A line of so many bytes at `now` (slots_now_us()). Returns 1 when it may be
 * written, with *dropped the number of lines that were held back before it and
 * have not been told of; 0 when it may not. */
int slots_rate_take(slots_rate_t *rate, int64_t now, uint32_t bytes,
                    uint32_t *dropped);

#endif /* SLOTS_RATE_H */
