/* SPDX-License-Identifier: Apache-2.0 */
/* persist_key.c: the key of a worker pool. Pure, except for memory. */

#include "request/persist_key.h"

#include "wire_fields.h"

#include <stddef.h>
#include <string.h>

/* The most bytes of a number: seven bits go into a byte. */
#define NUMBER_MAX ((sizeof(uint64_t) * 8 + 6) / 7)

/* Writes a number in as few bytes as it needs: most numbers are small, and the
 * hash costs time for each byte. */
static uint8_t *put_number(uint8_t *at, uint64_t number)
{
    for (; number > 0x7f; number >>= 7)
        *at++ = (uint8_t)(number | 0x80);
    *at++ = (uint8_t)number;
    return at;
}

static uint8_t *put_bytes(uint8_t *at, const wire_bytes_t *bytes)
{
    at = put_number(at, bytes->len);
    if (bytes->len > 0)
        memcpy(at, bytes->data, bytes->len);
    return at + bytes->len;
}

static uint8_t *put_list(uint8_t *at, const wire_list_t *list)
{
    at = put_number(at, list->count);
    for (size_t i = 0; i < list->count; i++)
        at = put_bytes(at, &list->items[i]);
    return at;
}

static size_t list_room(const wire_list_t *list)
{
    size_t room = NUMBER_MAX;
    for (size_t i = 0; i < list->count; i++)
        room += NUMBER_MAX + list->items[i].len;
    return room;
}

static size_t field_room(wire_field_type_t type, const void *field)
{
    switch (type) {
    case WIRE_FIELD_NUMBER:
        return NUMBER_MAX;
    case WIRE_FIELD_BYTES:
    case WIRE_FIELD_PAYLOAD:
        return NUMBER_MAX + ((const wire_bytes_t *)field)->len;
    default:
        return list_room(field);
    }
}

static uint8_t *put_field(uint8_t *at, wire_field_type_t type,
                          const void *field)
{
    switch (type) {
    case WIRE_FIELD_NUMBER:
        return put_number(at, *(const uint64_t *)field);
    case WIRE_FIELD_BYTES:
    case WIRE_FIELD_PAYLOAD:
        return put_bytes(at, field);
    default:
        return put_list(at, field);
    }
}

/* Writes the place's fields one after the other, in p. Each number shows where
 * it ends, and each text how long it is, so no two places have the same
 * bytes. */
static wire_bytes_t place_bytes(const persist_key_place_t *place, apr_pool_t *p)
{
    const wire_bytes_t root = {(const uint8_t *)place->server_root,
                               strlen(place->server_root)};
    uint8_t *start =
        apr_palloc(p, 4 * NUMBER_MAX + place->token.len + root.len);
    uint8_t *at = put_number(start, place->uid);
    at = put_number(at, place->gid);
    at = put_bytes(at, &place->token);
    at = put_bytes(at, &root);
    return (wire_bytes_t){start, (size_t)(at - start)};
}

/* True for fields of ENSURE that shape a pool: all behind the key and seen. */
static int is_keyed(const wire_field_t *row)
{
    return row->offset > offsetof(wire_ensure_t, seen);
}

/* Does the same with all fields of ENSURE that shape a pool. They come from the
 * codec's table, so no field can be forgotten here. */
static wire_bytes_t definition_bytes(const wire_ensure_t *d, apr_pool_t *p)
{
    const wire_fields_t *fields = wire_fields_of(WIRE_ENSURE);
    const char *base = (const char *)d;
    size_t room = 0;
    for (size_t i = 0; i < fields->count; i++)
        room += field_room(fields->rows[i].type, base + fields->rows[i].offset);
    uint8_t *start = apr_palloc(p, room);
    uint8_t *at = start;
    for (size_t i = 0; i < fields->count; i++) {
        const wire_field_t *row = &fields->rows[i];
        if (is_keyed(row))
            at = put_field(at, row->type, base + row->offset);
    }
    return (wire_bytes_t){start, (size_t)(at - start)};
}

/* Derives word `which` of the secret: a hash of the secret bytes under a public
 * key. */
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
