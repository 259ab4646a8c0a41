/* SPDX-License-Identifier: Apache-2.0 */
/* adopt.h: takes over what a predecessor has left, wherever it was killed. */

#ifndef ADOPT_H
#define ADOPT_H

#include "state/persistd.h"

/* Takes pools from the journal and workers from their listening sockets. A
 * worker is kept only if the kernel, the journal and the table agree about it;
 * others leave after their requests. Then the table is corrected. */
void adopt_all(persistd_t *pd);

#endif /* ADOPT_H */
