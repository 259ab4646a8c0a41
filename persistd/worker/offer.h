/* SPDX-License-Identifier: Apache-2.0 */
/* offer.h: how many of its units a host (persist-cgi-host) offers. Each is a
 * place of PersistMaxWorkers, like a worker of another script, since a request
 * there is a process. Units that have no place are VOID.
 * Why: docs/decisions/cgi-programs-have-a-host.md */

#ifndef OFFER_H
#define OFFER_H

#include "state/worker.h"

/* The worker is READY and has its units: opens its slot. A worker offers all of
 * them, a host as many as it has places. */
void offer_begin(worker_t *worker);

/* The host offers so many units more. The caller has seen that there is room
 * for them. */
void offer_more(worker_t *worker, uint32_t count);

/* The worker has been adopted: a host offers what the table shows. */
void offer_adopt(worker_t *worker);

/* Since when the worker has a place that it does not use, µs; 0: it uses all.
 * For a host that offers several units it is that of the unit that has been
 * FREE for longest. */
int64_t offer_spare_since(const worker_t *worker);

/* How many units of the host have been FREE since this time, µs. */
uint32_t offer_spare(const worker_t *worker, int64_t since);

/* A host that offers several units no longer offers the one that has been FREE
 * for longest. Returns 1, or 0 if there is none, or no host. */
int offer_less(worker_t *worker);

#endif /* OFFER_H */
