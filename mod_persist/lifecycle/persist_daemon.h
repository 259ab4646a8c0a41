/* SPDX-License-Identifier: Apache-2.0 */
/* persist_daemon.h: httpd's parent starts, tells, reaps and stops the persistd
 * of one instance. All of it is for the parent's one thread. */

#ifndef PERSIST_DAEMON_H
#define PERSIST_DAEMON_H

#include "lifecycle/persist_instance.h"
#include "lifecycle/persist_link.h"
#include "lifecycle/persist_spawn.h"

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

/* The status of one whose end nobody has seen: not that of a good end. */
#define PERSIST_DAEMON_UNKNOWN (1 << 8)

/* Reaps it if it has ended. Returns 1 when it has, with *status as waitpid
 * tells it, or PERSIST_DAEMON_UNKNOWN where somebody else has reaped it; pid is
 * 0 and the link closed then. Else 0. */
int persist_daemon_reap(persist_instance_t *instance, int *status);

/* The same for those that are lost. */
void persist_daemon_reap_lost(persist_instance_t *instance);

/* Kills the running one. Its end is reaped later, by whoever: it may hang in
 * the kernel, and httpd's parent must not do so with it. */
void persist_daemon_kill(persist_instance_t *instance);

/* The one that was killed is not waited for any more: it counts among the lost,
 * pid is 0, and the next one starts anew. Returns 0, or -1 when it has just
 * ended, or when there are lost ones enough. */
int persist_daemon_abandon(persist_instance_t *instance);

/* A lost one has ended and is reaped. */
void persist_daemon_found(persist_instance_t *instance, int32_t pid);

/* It has been reaped, or is lost: pid 0, link closed. */
void persist_daemon_forget(persist_instance_t *instance);

#endif /* PERSIST_DAEMON_H */
