/* SPDX-License-Identifier: Apache-2.0 */
/* persist_yield.h: keeps an answer from preempting the worker that sends it.
 *
 * A worker goes on when it has sent an answer. But the kernel may give its
 * processor to the thread of httpd that the answer wakes. A thread whose policy
 * is SCHED_BATCH does not take it when it wakes (sched(7)): it runs at once
 * where a processor is idle, and else in its turn. Why:
 * docs/decisions/an-answer-does-not-preempt-its-worker.md */

#ifndef PERSIST_YIELD_H
#define PERSIST_YIELD_H

#include "exchange/persist_call.h"

/* post_config hook: finds out whether threads may choose. Not if httpd has
 * another policy than the default one, since the administrator has chosen that,
 * nor if the system refuses. Returns OK. */
int persist_yield_post_config(apr_pool_t *pconf, apr_pool_t *plog,
                              apr_pool_t *ptemp, server_rec *s);

/* The request is about to be sent. If its worker has others, or processors have
 * time to spare, this thread has the policy SCHED_BATCH from now on, and else
 * the default one. If the system refuses that once, no thread of this child
 * asks again. */
void persist_yield_choose(const persist_call_t *call);

/* The thread does something else than to wait for a worker: it has the default
 * policy again. */
void persist_yield_stop(void);

#endif /* PERSIST_YIELD_H */
