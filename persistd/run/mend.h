/* SPDX-License-Identifier: Apache-2.0 */
/* mend.h: the table against persistd's records. */

#ifndef MEND_H
#define MEND_H

#include "state/persistd.h"

/* Once a second: writes anew what somebody else has written into the table,
 * where requests go by it, and tells (PERSIST5004). */
void mend_tick(persistd_t *pd, int64_t now);

#endif /* MEND_H */
