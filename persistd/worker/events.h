/* SPDX-License-Identifier: Apache-2.0 */
/* events.h: all callbacks about workers. They note what happened and mark the
 * agenda. */

#ifndef EVENTS_H
#define EVENTS_H

#include "state/persistd.h"

/* Sets the callbacks for workers' connections and processes. */
void events_install(persistd_t *pd);

#endif /* EVENTS_H */
