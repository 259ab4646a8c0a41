/* SPDX-License-Identifier: Apache-2.0 */
/* persist_watch.h: httpd's parent watches persistd while it runs.
 * docs/decisions/lifecycle.md lists every case. */

#ifndef PERSIST_WATCH_H
#define PERSIST_WATCH_H

#include "lifecycle/persist_instance.h"

/* Logs that this pid of the instance, reaped by now, has ended. */
void persist_watch_say_end(const persist_instance_t *instance, int32_t pid,
                           server_rec *s);

/* Has the MPM tell us when the instance's persistd dies, or one that it has
 * lost, as long as pconf lasts. */
void persist_watch_register(persist_instance_t *instance, apr_pool_t *pconf);

/* monitor hook, about every ten seconds: starts what was left to it, replaces
 * what hangs, and sends a drained version its STOP. */
int persist_watch_monitor(apr_pool_t *p, server_rec *s);

#endif /* PERSIST_WATCH_H */
