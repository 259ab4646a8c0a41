/* SPDX-License-Identifier: Apache-2.0 */
/* slots_rate.h: limits how much the workers of one pool may write into the
 * error log through all of httpd's children together. */

#ifndef SLOTS_RATE_H
#define SLOTS_RATE_H

#include "slots_layout.h"

/* In each second, plus one line. persistd has the same limit for the output of
 * workers. */
#define SLOTS_RATE_BYTES (256u << 10)

/* Asks to log a line of so many bytes at `now` (common_now_us()). Returns 1
 * when it may be written, with *dropped set to the number of lines that were
 * dropped before it and that no log line mentions yet, for the caller to log;
 * 0 when it may not. A caller that can't log the number passes NULL, and leaves
 * it to persistd. */
int slots_rate_take(slots_rate_t *rate, int64_t now, uint32_t bytes,
                    uint32_t *dropped);

/* So many more lines were dropped, for another reason. */
void slots_rate_lost(slots_rate_t *rate, uint32_t count);

/* Returns how many lines were dropped in a second that is over, and that no log
 * line mentions yet. The caller, persistd, logs the number. */
uint32_t slots_rate_unreported(slots_rate_t *rate, int64_t now);

/* The same without waiting for the end of the second, for a caller that comes
 * once a second itself: while lines come all the time, no second is over. */
uint32_t slots_rate_tell(slots_rate_t *rate);

#endif /* SLOTS_RATE_H */
