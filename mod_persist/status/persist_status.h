/* SPDX-License-Identifier: Apache-2.0 */
/* persist_status.h: the handler persist-status. It shows persistd's report as a
 * page, or as it is with ?json or ?metrics. ?errors explains the error
 * codes. */

#ifndef PERSIST_STATUS_H
#define PERSIST_STATUS_H

#include <apr_pools.h>

void persist_status_register_hooks(apr_pool_t *p);

#endif /* PERSIST_STATUS_H */
