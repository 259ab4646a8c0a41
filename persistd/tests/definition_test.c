/* SPDX-License-Identifier: Apache-2.0 */
/* definition_test.c: ENSURE is copied, checked, and kept for the journal. */

#include "slots_layout.h"
#include "state/definition.h"
#include "tap.h"

#include <stdio.h>

#define BYTES(text) ((wire_bytes_t){(const uint8_t *)(text), sizeof(text) - 1})

static wire_ensure_t usual(void)
{
    static const wire_bytes_t interpreter[] = {BYTES("/usr/bin/python3")};
    return (wire_ensure_t){
        .key_high = 1,
        .key_low = 2,
        .script = BYTES("/srv/www/app.py"),
        .interpreter = {interpreter, 1},
        .settings = {.workers_max = 4, .concurrency = 3},
    };
}

static void refuse(const wire_ensure_t *ensure, const char *what)
{
    definition_t definition = {.workers_min = 77};
    const char *why = NULL;
    ok(definition_make(&definition, ensure, &why) == -1 && why &&
           definition.workers_min == 77,
       what);
}

static wire_bytes_t frame_in(const msgpack_sbuffer *buffer)
{
    return (wire_bytes_t){(const uint8_t *)buffer->data + WIRE_PREFIX_LEN,
                          buffer->size - WIRE_PREFIX_LEN};
}

static void test_copy(void)
{
    wire_ensure_t ensure = usual();
    definition_t definition;
    const char *why = NULL;
    is_int(definition_make(&definition, &ensure, &why), 0, "usual: accepted");
    is_str(definition.directory, "/srv/www", "it runs where it lies");
    is_str(definition.command[0], "/usr/bin/python3", "the interpreter …");
    is_str(definition.command[1], "/srv/www/app.py", "… gets the script");
    ok(!definition.command[2], "and nothing else");
    is_int(definition.concurrency, 3, "as many units as wanted");
    definition_clear(&definition);
    ensure.script = BYTES("/app");
    ensure.settings.concurrency = 5000;
    definition_make(&definition, &ensure, &why);
    is_int(definition.concurrency, SLOTS_UNITS, "and as many as there are");
    is_str(definition.directory, "/", "a script in the root directory");
    definition_clear(&definition);
}

static const char *restart(const definition_t *definition)
{
    return definition->restart;
}

/* What the definition of a script with these words has there; "none" for NULL.
 */
static const char *made(const char *(*part)(const definition_t *),
                        const wire_bytes_t *words, size_t count)
{
    static char text[64];
    wire_ensure_t ensure = usual();
    definition_t definition;
    const char *why = NULL;
    ensure.interpreter = (wire_list_t){words, count};
    if (definition_make(&definition, &ensure, &why) != 0)
        return why;
    const char *found = part(&definition);
    snprintf(text, sizeof(text), "%s", found ? found : "none");
    definition_clear(&definition);
    return text;
}

static void test_folder(void)
{
    const wire_bytes_t words[] = {BYTES("/usr/libexec/persist-app"),
                                  BYTES("--folder"),
                                  BYTES("/srv/shop"),
                                  BYTES("/opt/python3"),
                                  BYTES("--folder"),
                                  BYTES("/srv/shop")};
    is_str(made(definition_folder, words, 3), "/srv/shop",
           "PersistApp has a folder");
    is_str(made(definition_folder, words, 1), "none",
           "another file of persist-app has none");
    is_str(made(definition_folder, words + 3, 3), "none",
           "nor has another program");
    is_str(made(definition_folder, words, 0), "none",
           "nor one that starts itself");
}

static void test_restart(void)
{
    const wire_bytes_t words[] = {BYTES("/usr/libexec/persist-app"),
                                  BYTES("--folder"), BYTES("/srv/shop")};
    is_str(made(restart, words, 3), "/srv/shop/tmp/restart.txt",
           "the folder of an application");
    is_str(made(restart, words, 1), "/srv/www/tmp/restart.txt",
           "that of its file");
    is_str(made(restart, words + 2, 1), "none", "a script has none");
    is_str(made(restart, words, 0), "none", "nor has one that starts itself");
}

/* From httpd over the wire into the definition, and by the journal's frame into
 * a successor's. */
static int carries(const wire_ensure_t *sent, definition_t *definition)
{
    static msgpack_sbuffer out;
    static wire_message_t message;
    const char *why;
    out.size = 0;
    if (wire_encode(&out, WIRE_ENSURE, sent, NULL) != 0 ||
        wire_decode(frame_in(&out), &message) != 0 ||
        definition_make(definition, &message.as.ensure, &why) != 0)
        return 0;
    return wire_decode(frame_in(&definition->frame), &message) == 0 &&
           memcmp(&message.as.ensure.settings, &sent->settings,
                  sizeof(sent->settings)) == 0;
}

/* The mode that changes nothing, and a number that no limit lowers. */
static uint64_t value_of(const char *name, uint64_t low, uint64_t high)
{
    uint64_t value = high < low + 2 ? high : low + 2;
    return strcmp(name, "mode") == 0 ? WIRE_MODE_LOOP : value;
}

/* Each setting in its turn: its row is all that it takes to get there. */
static void test_settings(void)
{
    static definition_t made;
#define CHECK(name, low, high, arrived)                                        \
    do {                                                                       \
        wire_ensure_t sent = usual();                                          \
        sent.settings.name = value_of(#name, low, high);                       \
        ok(carries(&sent, &made) && (arrived), #name " reaches persistd");     \
        definition_clear(&made);                                               \
    } while (0);
#define POOL_NUMBER(name, low, high, fallback, ceiling)                        \
    CHECK(name, low, high, made.name == sent.settings.name)
#define POOL_TIME(name, fallback, ceiling)                                     \
    CHECK(name##_ms, 0, WIRE_MS_MAX, made.name##_us == 2000)
#include "wire_pool_settings.h"
}

static void test_refusals(void)
{
    wire_ensure_t ensure = usual();
    ensure.script = BYTES("app.py");
    refuse(&ensure, "a relative path");
    ensure.script = BYTES("");
    refuse(&ensure, "no path");
    ensure.script = BYTES("/a\0b");
    refuse(&ensure, "a NUL byte in the path");
    ensure = usual();
    ensure.settings.workers_max = 0;
    refuse(&ensure, "no workers");
    ensure.settings.workers_max = 129;
    refuse(&ensure, "more workers than a pool has places");
    ensure.settings.workers_max = 2;
    ensure.settings.workers_min = 3;
    refuse(&ensure, "a minimum above the maximum");
}

static void test_host(void)
{
    wire_ensure_t ensure = usual();
    definition_t definition;
    const char *why = NULL;
    ensure.settings.mode = WIRE_MODE_CGI;
    ensure.settings.workers_min = 2;
    ensure.settings.workers_max = 100;
    is_int(definition_make(&definition, &ensure, &why), 0, "cgi: accepted");
    is_int(definition.workers_max, 1, "one host");
    is_int(definition.workers_min, 1, "which stays, if MIN says so");
    is_int(definition.places_min, 2, "with MIN programs");
    is_int(definition.concurrency, 100, "has MAX programs at a time");
    is_int(definition_threads(&definition), 100, "and is told so");
    definition_clear(&definition);
}

static void test_threads(void)
{
    definition_t definition = {.concurrency = 16};
    is_int(definition_threads(&definition), 0, "threads are the script's");
    definition.threads = 16;
    is_int(definition_threads(&definition), 16, "or as many as wanted");
    definition.threads = 17;
    is_int(definition_threads(&definition), 16, "but never more than requests");
}

static void test_app(void)
{
    char *command[] = {"/usr/libexec/mod_persist/persist-app", "app.wsgi",
                       NULL};
    definition_t definition = {.command = command};
    ok(definition_is_app(&definition), "persist-app starts an application");
    command[0] = "/usr/bin/python3";
    ok(!definition_is_app(&definition), "and nothing else does");
}

int main(void)
{
    test_copy();
    test_folder();
    test_restart();
    test_host();
    test_app();
    test_threads();
    test_settings();
    test_refusals();
    return done_testing();
}
