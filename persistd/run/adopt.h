/* SPDX-License-Identifier: Apache-2.0 */
/* adopt.h: takes on what a predecessor has left, wherever it was killed. */

#ifndef ADOPT_H
#define ADOPT_H

#include "state/persistd.h"

/* Pools come from the journal, workers from their listening sockets; a worker
 * counts only if the kernel, the journal and the table agree about it, and
 * what does not match drains. Afterwards the table says what persistd knows.
 */
void adopt_all(persistd_t *pd);

#endif /* ADOPT_H */
