/* SPDX-License-Identifier: Apache-2.0 */
/* persist_key.c: the number of a worker pool. Pure, but for memory. */

#include "persist_key.h"

#include <apr_siphash.h>
#include <string.h>

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

static void put_definition(key_writer_t *w, const persist_key_place_t *place,
                           const wire_ensure_t *d)
{
    put_number(w, place->uid);
    put_number(w, place->gid);
    put_bytes(w, (wire_bytes_t){(const uint8_t *)place->server_root,
                                strlen(place->server_root)});
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

wire_bytes_t persist_key_bytes(const persist_key_place_t *place,
                               const wire_ensure_t *definition, apr_pool_t *p)
{
    key_writer_t count = {NULL, 0};
    put_definition(&count, place, definition);
    key_writer_t write = {apr_palloc(p, count.len), 0};
    put_definition(&write, place, definition);
    return (wire_bytes_t){write.at, write.len};
}

/* Key `which` for siphash, drawn from the token. */
static void draw(unsigned char key[APR_SIPHASH_KSIZE], wire_bytes_t token,
                 unsigned char which)
{
    for (unsigned char half = 0; half < 2; half++) {
        unsigned char label[APR_SIPHASH_KSIZE] = {which, half};
        uint64_t word = apr_siphash24(token.data, token.len, label);
        memcpy(key + half * sizeof(word), &word, sizeof(word));
    }
}

void persist_key_set(const persist_key_place_t *place, wire_bytes_t token,
                     wire_ensure_t *definition, apr_pool_t *p)
{
    wire_bytes_t bytes = persist_key_bytes(place, definition, p);
    unsigned char key[APR_SIPHASH_KSIZE];
    draw(key, token, 1);
    definition->key_high = apr_siphash24(bytes.data, bytes.len, key);
    draw(key, token, 2);
    definition->key_low = apr_siphash24(bytes.data, bytes.len, key);
}
