/* SPDX-License-Identifier: Apache-2.0 */
/* persist_lifecycle.h: hooks that tie persistd's life to httpd's. */

#ifndef PERSIST_LIFECYCLE_H
#define PERSIST_LIFECYCLE_H

#include <apr_pools.h>

void persist_lifecycle_register_hooks(apr_pool_t *p);

#endif /* PERSIST_LIFECYCLE_H */
