/* SPDX-License-Identifier: Apache-2.0 */
/* answer.c: ENSURE, STATUS and NUDGE. */

#include "answer.h"

#include "heap.h"
#include "pool.h"
#include "report.h"
#include "version.h"

#include "wire_fault.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ANSWER_PIECE (64u << 10) /* bytes of one REPORT */

static void set_text(wire_ensured_t *answer, int fault, const char *text)
{
    answer->fault = (uint64_t)fault;
    answer->text.data = (const uint8_t *)text;
    answer->text.len = strlen(text);
}

/* The pool that the definition names, made if there is none. NULL with the
 * answer's fault set. */
static pool_t *ensure_pool(persistd_t *pd, const wire_ensure_t *ensure,
                           uint64_t version, uid_t owner,
                           wire_ensured_t *answer)
{
    const char *why = NULL;
    definition_t definition;
    pool_t *pool = pool_find(pd, ensure->key_high, ensure->key_low);
    if (definition_make(&definition, ensure, &why) != 0) {
        set_text(answer, WIRE_FAULT_DEFINITION, why);
        return NULL;
    }
    if (pool) {
        pool_define(pool, &definition);
        return pool;
    }
    pool = pool_make(pd, &definition, version, owner);
    if (!pool) {
        set_text(answer, WIRE_FAULT_POOLS_FULL,
                 errno == EDQUOT ? "half of the pools belong to this script's "
                                   "owner, and all of them have workers"
                                 : "every pool has workers");
        definition_clear(&definition);
    }
    return pool;
}

/* While some worker serves, a request can wait for it. */
static int has_ready(const pool_t *pool)
{
    return atomic_load(&pool->pd->table->pools[pool->index].workers) > 0;
}

static void set_pool(wire_ensured_t *answer, const pool_t *pool)
{
    int64_t now = slots_now_us();
    answer->pool = pool->index;
    answer->generation = pool->generation;
    if (pool->stopped) {
        set_text(answer, WIRE_FAULT_STOPPED, "persistctl start lifts it");
        return;
    }
    if (!pool->fault || !backoff_holds(&pool->backoff, now) || has_ready(pool))
        return;
    set_text(answer, pool->fault, pool->fault_text);
    answer->retry_ms = (uint64_t)(pool->backoff.retry_at - now) / 1000 + 1;
}

/* Our own look at the script decides, not httpd's. */
static void ensure(persistd_t *pd, const wire_ensure_t *question,
                   wire_ensured_t *answer)
{
    char path[question->script.len + 1];
    memcpy(path, question->script.data, question->script.len);
    path[question->script.len] = '\0';
    uid_t owner;
    uint64_t version = version_look(path, &owner);
    if (!version) {
        set_text(answer, WIRE_FAULT_EXEC, strerror(errno));
        return;
    }
    pool_t *pool = ensure_pool(pd, question, version, owner, answer);
    if (!pool)
        return;
    pool->owner = owner;
    pool->used = slots_now_us();
    pool_set_version(pool, version);
    pool_look(pool, has_ready(pool) ? 0 : 1);
    set_pool(answer, pool);
}

void answer_ensure(client_t *client, const wire_ensure_t *question)
{
    wire_ensured_t answer = {0};
    if (client->pd->stopping)
        set_text(&answer, WIRE_FAULT_STOPPING, "httpd is going");
    else
        ensure(client->pd, question, &answer);
    conn_send(client->conn, WIRE_ENSURED, &answer);
}

void answer_status(client_t *client, const wire_status_t *status)
{
    size_t len;
    const report_scope_t scope = {
        .uid = client_is_trusted(client) ? NULL : &client->uid,
        .path = status->path,
    };
    char *text = report_make(client->pd, (int)status->format, &scope, &len);
    size_t sent = 0;
    do {
        size_t piece = len - sent < ANSWER_PIECE ? len - sent : ANSWER_PIECE;
        const wire_report_t report = {
            .bytes = {(const uint8_t *)text + sent, piece},
            .last = sent + piece == len,
        };
        conn_send(client->conn, WIRE_REPORT, &report);
        sent += piece;
    } while (sent < len);
    free(text);
}

void answer_nudge(client_t *client, const wire_nudge_t *nudge)
{
    persistd_t *pd = client->pd;
    if (nudge->pool < pd->table->sizes.pools && pd->pools[nudge->pool])
        pool_look(pd->pools[nudge->pool], 0);
}
