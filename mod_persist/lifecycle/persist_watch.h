/* SPDX-License-Identifier: Apache-2.0 */
/* persist_watch.h: httpd's parent watches persistd while it runs.
 * docs/decisions/lifecycle.md lists every case. */

#ifndef PERSIST_WATCH_H
#define PERSIST_WATCH_H

#include "lifecycle/persist_instance.h"

/* Logs that this process of the instance, which has been reaped, has ended. */
void persist_watch_say_end(const persist_instance_t *instance, int32_t pid,
                           server_rec *s);

/* Asks the MPM to report the end of the instance's persistd, or of a lost one,
 * as long as pconf lasts. */
void persist_watch_register(persist_instance_t *instance, apr_pool_t *pconf);

/* monitor hook, about every ten seconds: starts a persistd where one is
 * missing, replaces one that hangs, and sends STOP to one of another
 * version. */
int persist_watch_monitor(apr_pool_t *p, server_rec *s);

#endif /* PERSIST_WATCH_H */
