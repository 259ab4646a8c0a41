/* SPDX-License-Identifier: Apache-2.0 */
/* events.h: every callback about a worker. They note what happened, and mark
 * the agenda. */

#ifndef EVENTS_H
#define EVENTS_H

#include "state/persistd.h"

/* From now on workers' connections and processes are heard. */
void events_install(persistd_t *pd);

#endif /* EVENTS_H */
