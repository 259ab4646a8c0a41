/* SPDX-License-Identifier: Apache-2.0 */
/* persist_key_test.c: everything that shapes a pool's processes changes its
 * key. */

#include "request/persist_key.h"
#include "tap.h"
#include "wire_fields.h"

#include <apr_general.h>

static apr_pool_t *p;
static const persist_key_place_t place = {
    {(const uint8_t *)"0123456789abcdef", 16}, 33, 33, "/etc/apache2"};

static wire_bytes_t text(const char *s)
{
    return (wire_bytes_t){(const uint8_t *)s, strlen(s)};
}

static wire_bytes_t arguments[] = {{(const uint8_t *)"ab", 2},
                                   {(const uint8_t *)"c", 1}};

static wire_ensure_t definition(void)
{
    return (wire_ensure_t){
        .script = text("/srv/www/hello.py"),
        .interpreter = {arguments, 2},
        .settings = {.workers_max = 4,
                     .idle_ms = 60000,
                     .boot_ms = 10000,
                     .hard_ms = 30000},
    };
}

static int differs_at(const persist_key_place_t *there,
                      const wire_ensure_t *other)
{
    wire_ensure_t one = definition(), two = *other;
    persist_key_secret_t here_secret, there_secret;
    persist_key_draw(&place, p, &here_secret);
    persist_key_draw(there, p, &there_secret);
    persist_key_set(&here_secret, &one, p);
    persist_key_set(&there_secret, &two, p);
    return one.key_high != two.key_high && one.key_low != two.key_low;
}

static int differs(const wire_ensure_t *other)
{
    return differs_at(&place, other);
}

static uint64_t key_high(wire_ensure_t *one)
{
    persist_key_secret_t secret;
    persist_key_draw(&place, p, &secret);
    persist_key_set(&secret, one, p);
    return one->key_high;
}

/* Sets the field to another value. The key does not depend on its limits. */
static void change(wire_ensure_t *d, const wire_field_t *row)
{
    static const wire_bytes_t pair[] = {{(const uint8_t *)"other", 5},
                                        {(const uint8_t *)"value", 5}};
    void *field = (char *)d + row->offset;
    switch (row->type) {
    case WIRE_FIELD_NUMBER:
        ++*(uint64_t *)field;
        break;
    case WIRE_FIELD_BYTES:
    case WIRE_FIELD_PAYLOAD:
        *(wire_bytes_t *)field = pair[0];
        break;
    default:
        *(wire_list_t *)field = (wire_list_t){pair, 2};
    }
}

/* True for the key itself, and for what httpd has seen of the script. */
static int is_apart(const char *name)
{
    return strcmp(name, "key_high") == 0 || strcmp(name, "key_low") == 0 ||
           strcmp(name, "seen") == 0;
}

static void test_fields(void)
{
    const wire_fields_t *fields = wire_fields_of(WIRE_ENSURE);
    char name[80];
    for (size_t i = 0; i < fields->count; i++) {
        const wire_field_t *row = &fields->rows[i];
        wire_ensure_t other = definition();
        int apart = is_apart(row->name);
        change(&other, row);
        snprintf(name, sizeof(name), "%s %s", row->name,
                 apart ? "is not in the key" : "tells pools apart");
        ok(differs(&other) == !apart, name);
    }
    wire_ensure_t same = definition();
    ok(!differs(&same), "the same definition has the same key");
}

/* In bytes the pairs are 1, 81 01 and 81 01, 1. The third number has ten
 * bytes. */
static void test_numbers(void)
{
    wire_ensure_t one = definition(), other = definition();
    one.settings.idle_ms = other.settings.boot_ms = 1;
    one.settings.boot_ms = other.settings.idle_ms = 0x81;
    ok(key_high(&one) != key_high(&other), "where one number ends tells");
    one = other = definition();
    one.settings.max_requests = UINT64_MAX;
    other.settings.max_requests = UINT64_MAX >> 1;
    ok(key_high(&one) != key_high(&other), "the highest bit of a number tells");
}

static void test_lists(void)
{
    wire_bytes_t shifted[] = {text("a"), text("bc")};
    wire_ensure_t other = definition();
    other.interpreter = (wire_list_t){shifted, 2};
    ok(differs(&other), "where one argument ends tells pools apart");
    other = definition();
    other.environment = other.interpreter;
    other.interpreter = (wire_list_t){NULL, 0};
    ok(differs(&other), "arguments are not taken for environment");
}

#define TEST_PLACE(field, value, name)                                         \
    do {                                                                       \
        persist_key_place_t other = place;                                     \
        wire_ensure_t same = definition();                                     \
        other.field = value;                                                   \
        ok(differs_at(&other, &same), name " tells pools apart");              \
    } while (0)

static void test_place(void)
{
    TEST_PLACE(uid, 34, "uid");
    TEST_PLACE(gid, 34, "gid");
    TEST_PLACE(server_root, "/etc/apache", "server root");
    TEST_PLACE(token, text("0123456789abcdeF"), "the secret");
}

static void test_halves(void)
{
    wire_ensure_t one = definition();
    persist_key_secret_t secret;
    persist_key_draw(&place, p, &secret);
    ok(memcmp(secret.high, secret.low, sizeof(secret.high)) != 0 &&
           memcmp(secret.high, secret.high + 8, 8) != 0,
       "the words of the secret differ");
    persist_key_set(&secret, &one, p);
    ok(one.key_high != one.key_low, "the halves are two hashes");
}

int main(void)
{
    if (apr_initialize() != APR_SUCCESS ||
        apr_pool_create(&p, NULL) != APR_SUCCESS)
        bail_out("no APR");
    test_fields();
    test_numbers();
    test_lists();
    test_place();
    test_halves();
    apr_terminate();
    return done_testing();
}
