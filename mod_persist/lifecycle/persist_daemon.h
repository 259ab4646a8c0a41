/* SPDX-License-Identifier: Apache-2.0 */
/* persist_daemon.h: httpd's parent starts, tells, reaps and stops the persistd
 * of one instance. All of it is for the parent's one thread. */

#ifndef PERSIST_DAEMON_H
#define PERSIST_DAEMON_H

#include "persist_instance.h"
#include "persist_link.h"
#include "persist_spawn.h"

/* How the instance's persistd is started by this configuration; in p. */
void persist_daemon_plan(const persist_instance_t *instance, server_rec *s,
                         persist_spawn_t *plan, apr_pool_t *p);

/* Only starts it. Returns 0, or -1 with errno. */
int persist_daemon_spawn(persist_instance_t *instance,
                         const persist_spawn_t *plan, apr_pool_t *p);

/* Makes the runtime directory, starts persistd, sends SETTINGS and waits for
 * UP. Every failure is logged with its code. The pid stands in the instance
 * also when the answer is not UP; GONE with pid 0: nothing was started. */
persist_link_answer_t persist_daemon_start(persist_instance_t *instance,
                                           server_rec *s,
                                           apr_interval_time_t timeout,
                                           apr_pool_t *p);

/* Sends the running one new SETTINGS and the new error log, and waits for UP.
 * Failures are logged. GONE: it has ended, or must be killed, because it can be
 * told nothing any more. */
persist_link_answer_t persist_daemon_update(persist_instance_t *instance,
                                            server_rec *s,
                                            apr_interval_time_t timeout,
                                            apr_pool_t *p);

/* Takes what the running one has said since, without waiting. */
void persist_daemon_listen(persist_instance_t *instance, server_rec *s,
                           apr_pool_t *p);

/* Reaps it if it has ended. Returns 1 when it has, with *status as waitpid
 * tells it; pid is 0 and the link closed then. Else 0. */
int persist_daemon_reap(persist_instance_t *instance, int *status);

/* Kills and reaps the running one. */
void persist_daemon_kill(persist_instance_t *instance);

/* It has been reaped elsewhere: pid 0, link closed. */
void persist_daemon_forget(persist_instance_t *instance);

#endif /* PERSIST_DAEMON_H */
