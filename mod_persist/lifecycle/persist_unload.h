/* SPDX-License-Identifier: Apache-2.0 */
/* persist_unload.h: httpd may go on without this module after a graceful or a
 * restart. Then persistd is stopped. */

#ifndef PERSIST_UNLOAD_H
#define PERSIST_UNLOAD_H

#include "lifecycle/persist_instance.h"

/* Registers a cleanup of pconf, for when httpd reads its configuration again:
 * it leaves a STOP for each persistd in plog, which is sent unless
 * persist_unload_take_back() is called before plog is cleared. */
void persist_unload_prepare(persist_retained_t *retained, apr_pool_t *pconf,
                            apr_pool_t *plog);

/* The module has been loaded again: takes back what was left in plog. Does
 * nothing if that has been sent, because the module was away since. */
void persist_unload_take_back(persist_retained_t *retained, apr_pool_t *plog);

/* If it has been sent, forgets the instances: the MPM has reaped, or will reap,
 * their processes, whose numbers may be those of others by now. */
void persist_unload_forget(persist_retained_t *retained);

#endif /* PERSIST_UNLOAD_H */
