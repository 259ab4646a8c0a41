/* SPDX-License-Identifier: Apache-2.0 */
/* persist_affinity.c: chooses a worker by an expression. */

#include "request/persist_affinity.h"
#include "slots_affinity.h"

#include <http_log.h>
#include <string.h>

APLOG_USE_MODULE(persist);

void persist_affinity_begin(persist_call_t *call)
{
    const char *error = NULL, *value;
    if (!call->config.affinity)
        return;
    value = ap_expr_str_exec(call->r, call->config.affinity, &error);
    if (error)
        ap_log_rerror(APLOG_MARK, APLOG_DEBUG, 0, call->r,
                      "persist: PersistAffinity: %s", error);
    if (error || !*value)
        return;
    call->keyed = 1;
    call->key = slots_affinity_key(value, strlen(value));
}

void persist_affinity_aim(persist_call_t *call, uint64_t version)
{
    call->aim = call->keyed ? slots_affinity_aim(&call->child->table,
                                                 call->pool, version, call->key)
                            : 0;
}
