/* SPDX-License-Identifier: Apache-2.0 */
/* persist_key.c: the number of a worker pool. Pure, but for memory. */

#include "persist_key.h"

#include <string.h>

/* Each field goes in with its length before it, so that no two definitions have
 * the same bytes. */
typedef struct key_writer {
    uint8_t *at; /* NULL: only the length is counted */
    size_t len;
} key_writer_t;

static void put(key_writer_t *w, const void *data, size_t len)
{
    if (w->at && len > 0)
        memcpy(w->at + w->len, data, len);
    w->len += len;
}

static void put_number(key_writer_t *w, uint64_t number)
{
    put(w, &number, sizeof(number));
}

static void put_bytes(key_writer_t *w, wire_bytes_t bytes)
{
    put_number(w, bytes.len);
    put(w, bytes.data, bytes.len);
}

static void put_list(key_writer_t *w, wire_list_t list)
{
    put_number(w, list.count);
    for (size_t i = 0; i < list.count; i++)
        put_bytes(w, list.items[i]);
}

static void put_place(key_writer_t *w, const persist_key_place_t *place)
{
    put_bytes(w, place->token);
    put_number(w, place->uid);
    put_number(w, place->gid);
    put_bytes(w, (wire_bytes_t){(const uint8_t *)place->server_root,
                                strlen(place->server_root)});
}

static void put_definition(key_writer_t *w, const wire_ensure_t *d)
{
    put_bytes(w, d->script);
    put_list(w, d->interpreter);
    put_list(w, d->environment);
    put_number(w, d->mode);
    put_number(w, d->workers_min);
    put_number(w, d->workers_max);
    put_number(w, d->idle_ms);
    put_number(w, d->boot_ms);
    put_number(w, d->hard_ms);
    put_number(w, d->debug);
    put_number(w, d->concurrency);
    put_number(w, d->max_requests);
    put_number(w, d->max_age_ms);
    put_number(w, d->memory_soft);
    put_number(w, d->memory_hard);
    put_number(w, d->reload);
}

/* Word `which` of the secret: a hash, under a public key, of what is secret. */
static void draw(unsigned char *word, const key_writer_t *bytes,
                 unsigned char which)
{
    unsigned char label[APR_SIPHASH_KSIZE] = {which};
    uint64_t hash = apr_siphash24(bytes->at, bytes->len, label);
    memcpy(word, &hash, sizeof(hash));
}

void persist_key_draw(const persist_key_place_t *place, apr_pool_t *p,
                      persist_key_secret_t *secret)
{
    key_writer_t count = {NULL, 0};
    put_place(&count, place);
    key_writer_t bytes = {apr_palloc(p, count.len), 0};
    put_place(&bytes, place);
    draw(secret->high, &bytes, 1);
    draw(secret->high + APR_SIPHASH_KSIZE / 2, &bytes, 2);
    draw(secret->low, &bytes, 3);
    draw(secret->low + APR_SIPHASH_KSIZE / 2, &bytes, 4);
}

void persist_key_set(const persist_key_secret_t *secret,
                     wire_ensure_t *definition, apr_pool_t *p)
{
    key_writer_t count = {NULL, 0};
    put_definition(&count, definition);
    key_writer_t bytes = {apr_palloc(p, count.len), 0};
    put_definition(&bytes, definition);
    definition->key_high = apr_siphash24(bytes.at, bytes.len, secret->high);
    definition->key_low = apr_siphash24(bytes.at, bytes.len, secret->low);
}
