/* SPDX-License-Identifier: Apache-2.0 */
/* persist_key.c: the number of a worker pool. Pure, but for memory. */

#include "request/persist_key.h"

#include <string.h>

/* What a number takes at most: seven bits to a byte. */
#define NUMBER_MAX ((sizeof(uint64_t) * 8 + 6) / 7)
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Most numbers are small, and a hash takes its time for each byte. */
static uint8_t *put_number(uint8_t *at, uint64_t number)
{
    for (; number > 0x7f; number >>= 7)
        *at++ = (uint8_t)(number | 0x80);
    *at++ = (uint8_t)number;
    return at;
}

static uint8_t *put_list(uint8_t *at, const wire_list_t *list)
{
    at = put_number(at, list->count);
    for (size_t i = 0; i < list->count; i++) {
        const wire_bytes_t *item = &list->items[i];
        at = put_number(at, item->len);
        if (item->len > 0)
            memcpy(at, item->data, item->len);
        at += item->len;
    }
    return at;
}

static size_t list_room(const wire_list_t *list)
{
    size_t room = NUMBER_MAX;
    for (size_t i = 0; i < list->count; i++)
        room += NUMBER_MAX + list->items[i].len;
    return room;
}

/* All of it in a row, in p. Each number says where it ends, and each list and
 * item how long it is: no two definitions have the same bytes. */
static wire_bytes_t join(const uint64_t *numbers, size_t number_count,
                         const wire_list_t *lists, size_t list_count,
                         apr_pool_t *p)
{
    size_t room = number_count * NUMBER_MAX;
    for (size_t i = 0; i < list_count; i++)
        room += list_room(&lists[i]);
    uint8_t *start = apr_palloc(p, room);
    uint8_t *at = start;
    for (size_t i = 0; i < number_count; i++)
        at = put_number(at, numbers[i]);
    for (size_t i = 0; i < list_count; i++)
        at = put_list(at, &lists[i]);
    return (wire_bytes_t){start, (size_t)(at - start)};
}

static wire_bytes_t place_bytes(const persist_key_place_t *place, apr_pool_t *p)
{
    const uint64_t numbers[] = {place->uid, place->gid};
    const wire_bytes_t texts[] = {
        place->token,
        {(const uint8_t *)place->server_root, strlen(place->server_root)},
    };
    const wire_list_t list = {texts, COUNT_OF(texts)};
    return join(numbers, COUNT_OF(numbers), &list, 1, p);
}

static wire_bytes_t definition_bytes(const wire_ensure_t *d, apr_pool_t *p)
{
    const uint64_t numbers[] = {
        d->mode,         d->workers_min, d->workers_max, d->idle_ms,
        d->boot_ms,      d->hard_ms,     d->debug,       d->concurrency,
        d->max_requests, d->max_age_ms,  d->memory_soft, d->memory_hard,
        d->reload,
    };
    const wire_list_t lists[] = {
        {&d->script, 1}, d->interpreter, d->environment};
    return join(numbers, COUNT_OF(numbers), lists, COUNT_OF(lists), p);
}

/* Word `which` of the secret: a hash, under a public key, of what is secret. */
static void draw(unsigned char *word, wire_bytes_t bytes, unsigned char which)
{
    unsigned char label[APR_SIPHASH_KSIZE] = {which};
    uint64_t hash = apr_siphash24(bytes.data, bytes.len, label);
    memcpy(word, &hash, sizeof(hash));
}

void persist_key_draw(const persist_key_place_t *place, apr_pool_t *p,
                      persist_key_secret_t *secret)
{
    wire_bytes_t bytes = place_bytes(place, p);
    draw(secret->high, bytes, 1);
    draw(secret->high + APR_SIPHASH_KSIZE / 2, bytes, 2);
    draw(secret->low, bytes, 3);
    draw(secret->low + APR_SIPHASH_KSIZE / 2, bytes, 4);
}

void persist_key_set(const persist_key_secret_t *secret,
                     wire_ensure_t *definition, apr_pool_t *p)
{
    wire_bytes_t bytes = definition_bytes(definition, p);
    definition->key_high = apr_siphash24(bytes.data, bytes.len, secret->high);
    definition->key_low = apr_siphash24(bytes.data, bytes.len, secret->low);
}
