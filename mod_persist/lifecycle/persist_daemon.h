/* SPDX-License-Identifier: Apache-2.0 */
/* persist_daemon.h: httpd's parent starts, updates, reaps and stops the
 * persistd of one instance. Only for the parent's one thread. */

#ifndef PERSIST_DAEMON_H
#define PERSIST_DAEMON_H

#include "lifecycle/persist_instance.h"
#include "lifecycle/persist_link.h"
#include "lifecycle/persist_spawn.h"

/* Makes, in p, the plan to start the instance's persistd with this
 * configuration. */
void persist_daemon_plan(const persist_instance_t *instance, server_rec *s,
                         persist_spawn_t *plan, apr_pool_t *p);

/* Starts persistd and does nothing else. Returns 0, or -1 with errno. */
int persist_daemon_spawn(persist_instance_t *instance,
                         const persist_spawn_t *plan, apr_pool_t *p);

/* Makes the runtime directory, starts persistd, sends SETTINGS and waits for
 * UP. Every failure is logged with its code. The instance has the pid even if
 * the answer is not UP. GONE with pid 0: no process was started. */
persist_link_answer_t persist_daemon_start(persist_instance_t *instance,
                                           server_rec *s,
                                           apr_interval_time_t timeout,
                                           apr_pool_t *p);

/* Sends the running persistd new SETTINGS and the new error log, and waits for
 * UP. Failures are logged. GONE: persistd has ended, or must be killed because
 * it can no longer be reached. */
persist_link_answer_t persist_daemon_update(persist_instance_t *instance,
                                            server_rec *s,
                                            apr_interval_time_t timeout,
                                            apr_pool_t *p);

/* Takes what the running persistd has sent since, without waiting. */
void persist_daemon_listen(persist_instance_t *instance, server_rec *s,
                           apr_pool_t *p);

/* The status of a process that another part of httpd has reaped. Counts as a
 * bad end. */
#define PERSIST_DAEMON_UNKNOWN (1 << 8)

/* Reaps persistd if it has ended. Returns 1 if so, with *status as from
 * waitpid(), or PERSIST_DAEMON_UNKNOWN if another part of httpd has reaped it;
 * pid is 0 and the link is closed then. Otherwise returns 0. */
int persist_daemon_reap(persist_instance_t *instance, int *status);

/* Does the same for the lost ones. */
void persist_daemon_reap_lost(persist_instance_t *instance);

/* Kills the running persistd. It is reaped later, by any of the functions here,
 * because it may hang in the kernel and httpd's parent must not hang with
 * it. */
void persist_daemon_kill(persist_instance_t *instance);

/* Stops waiting for a persistd that was killed: it counts as lost, pid becomes
 * 0, and the next one starts anew. Returns 0, or -1 if it has just ended, or if
 * there are too many lost ones. */
int persist_daemon_abandon(persist_instance_t *instance);

/* Call this when a lost persistd has ended and was reaped. */
void persist_daemon_found(persist_instance_t *instance, int32_t pid);

/* Call this when persistd was reaped or is lost: sets pid to 0 and closes the
 * link. */
void persist_daemon_forget(persist_instance_t *instance);

#endif /* PERSIST_DAEMON_H */
