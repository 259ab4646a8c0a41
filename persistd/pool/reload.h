/* SPDX-License-Identifier: Apache-2.0 */
/* reload.h: PersistReload rolling: new code starts while old code serves. */

#ifndef RELOAD_H
#define RELOAD_H

#include "state/pool.h"

/* Takes the next step towards the new code. Part of pool_reconcile(). */
void reload_step(pool_t *pool, int64_t now);

#endif /* RELOAD_H */
