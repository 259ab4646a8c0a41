/* SPDX-License-Identifier: Apache-2.0 */
/* persist_call_spool.c: the spool of a request, within the server's ceilings.
 */

#include "exchange/persist_call_spool.h"

persist_spool_t *persist_call_spool(const persist_call_t *call, apr_pool_t *p,
                                    uint64_t most)
{
    const request_rec *r = call->r;
    const persist_ceiling_t *ceiling =
        &persist_config_server(r->server)->ceiling;
    const persist_spool_budget_t budget = {ceiling->buffer_total,
                                           ceiling->buffer_share};
    return persist_spool_make(p, most, r->filename, &budget);
}
