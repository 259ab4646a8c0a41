/* SPDX-License-Identifier: Apache-2.0 */
/* persist_call_spool.h: the spool of a request, for its body or its response.
 */

#ifndef PERSIST_CALL_SPOOL_H
#define PERSIST_CALL_SPOOL_H

#include "exchange/persist_call.h"
#include "exchange/persist_spool.h"

/* Makes an empty spool of at most `most` bytes, which ends with p. Its
 * temporary bytes are charged to the script's tenant (common_tenant.h), within
 * PersistCeiling BufferTotal and BufferShare. */
persist_spool_t *persist_call_spool(const persist_call_t *call, apr_pool_t *p,
                                    uint64_t most);

#endif /* PERSIST_CALL_SPOOL_H */
