/* SPDX-License-Identifier: Apache-2.0 */
/* ensure.c: handles ENSURE from the question to the answer. */

#include "serve/ensure.h"

#include "base/heap.h"
#include "os/look.h"
#include "pool/admit.h"
#include "pool/pool.h"
#include "pool/reconcile.h"
#include "pool/view.h"
#include "state/journal.h"

#include "common_clock.h"
#include "wire_fault.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define RETRY_MS 1000 /* while the file system does not answer */
#define IN_USE "have requests, or workers that come or go"

typedef struct ensure {
    client_t *client;
    look_t *look; /* at the script */
    definition_t definition;
    char *text; /* of the answer; NULL: it belongs to others */
} ensure_t;

static void set_text(wire_ensured_t *answer, int fault, const char *text)
{
    answer->fault = (uint64_t)fault;
    answer->text.data = (const uint8_t *)text;
    answer->text.len = strlen(text);
}

/* Finds the pool of the definition, or makes it. Returns NULL with the answer's
 * fault set. */
static pool_t *ensure_pool(ensure_t *ensure, const look_found_t *found,
                           wire_ensured_t *answer)
{
    persistd_t *pd = ensure->client->pd;
    definition_t *definition = &ensure->definition;
    pool_t *pool = pool_find(pd, definition->key_high, definition->key_low);
    if (pool) {
        pool_define(pool, definition);
        return pool;
    }
    pool = pool_make(pd, definition, found->version, (uid_t)found->tenant);
    if (!pool)
        set_text(answer, WIRE_FAULT_POOLS_FULL,
                 errno == EDQUOT ? "half of the pools belong to this script's "
                                   "owner, and all of them " IN_USE
                                 : "all pools " IN_USE);
    return pool;
}

/* True if some worker serves, so that a request can wait for it. */
static int has_ready(const pool_t *pool)
{
    return atomic_load(&pool->pd->table->pools[pool->index].workers) > 0;
}

static void set_pool(wire_ensured_t *answer, const pool_t *pool)
{
    int64_t now = common_now_us();
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

/* httpd, as the same user, has seen the file a moment ago. */
static void set_error(ensure_t *ensure, int error, wire_ensured_t *answer)
{
    const char *user = ensure->client->pd->options.user;
    const char *text = strerror(error);
    if (error == EACCES && user)
        text = ensure->text = heap_print("%s for user %s", text, user);
    else if (error == EINVAL)
        text = "it is not a regular file";
    set_text(answer, WIRE_FAULT_EXEC, text);
}

/* Our own look at the script decides, not the one that httpd made. */
static void set_found(ensure_t *ensure, const look_found_t *found,
                      wire_ensured_t *answer)
{
    if (found->error) {
        set_error(ensure, found->error, answer);
        return;
    }
    pool_t *pool = ensure_pool(ensure, found, answer);
    if (!pool)
        return;
    pool->used = common_now_us();
    view_take(pool, found);
    pool->view.fresh = 1;
    pool_reconcile(pool, has_ready(pool) ? 0 : 1);
    set_pool(answer, pool);
}

/* The file system does not answer. A pool with running workers is still given
 * out, because they have all that they need. */
static void set_late(const ensure_t *ensure, wire_ensured_t *answer)
{
    const pool_t *pool =
        pool_find(ensure->client->pd, ensure->definition.key_high,
                  ensure->definition.key_low);
    if (pool && (pool->stopped || has_ready(pool))) {
        set_pool(answer, pool);
        return;
    }
    set_text(answer, WIRE_FAULT_FILE_SYSTEM, ensure->definition.script);
    answer->retry_ms = RETRY_MS;
}

static void set_stopping(const persistd_t *pd, wire_ensured_t *answer)
{
    if (pd->stopping == SLOTS_REPLACED)
        set_text(answer, WIRE_FAULT_NO_PERSISTD, "it makes way for another");
    else
        set_text(answer, WIRE_FAULT_STOPPING, "httpd is going");
}

static void send_answer(client_t *client, const wire_ensured_t *answer)
{
    /* The pool's number has to hold for a successor, too. */
    journal_keep(client->pd);
    conn_send(client->conn, WIRE_ENSURED, answer);
    ensure_drop(client); /* the answer's text may belong to the ensure */
    client_answered(client);
}

static void on_found(void *owner, const look_found_t *found)
{
    ensure_t *ensure = owner;
    wire_ensured_t answer = {0};
    if (found)
        ensure->look = NULL;
    if (ensure->client->pd->stopping)
        set_stopping(ensure->client->pd, &answer);
    else if (found)
        set_found(ensure, found, &answer);
    else
        set_late(ensure, &answer);
    send_answer(ensure->client, &answer);
}

static void begin(client_t *client, definition_t *definition)
{
    const pool_t *pool =
        pool_find(client->pd, definition->key_high, definition->key_low);
    ensure_t *ensure = heap_make(1, sizeof(*ensure));
    ensure->client = client;
    ensure->definition = *definition;
    const char *script = ensure->definition.script;
    client->until = 0; /* the look is answered or late in time */
    client->ensure = ensure;
    ensure->look = look_stat(script, view_lane(pool, script), view_asker(pool),
                             on_found, ensure);
}

void ensure_take(client_t *client, const wire_ensure_t *question)
{
    wire_ensured_t answer = {0};
    definition_t definition;
    const char *why = NULL;
    if (!client->pd->stopping &&
        definition_make(&definition, question, &why) == 0) {
        begin(client, &definition);
        return;
    }
    if (client->pd->stopping)
        set_stopping(client->pd, &answer);
    else
        set_text(&answer, WIRE_FAULT_DEFINITION, why);
    send_answer(client, &answer);
}

void ensure_drop(client_t *client)
{
    ensure_t *ensure = client->ensure;
    if (!ensure)
        return;
    client->ensure = NULL;
    look_drop(ensure->look);
    definition_clear(&ensure->definition);
    free(ensure->text);
    free(ensure);
}
