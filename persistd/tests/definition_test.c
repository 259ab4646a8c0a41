/* SPDX-License-Identifier: Apache-2.0 */
/* definition_test.c: ENSURE is copied, checked, and kept for the journal. */

#include "slots_layout.h"
#include "state/definition.h"
#include "tap.h"

#define BYTES(text) ((wire_bytes_t){(const uint8_t *)(text), sizeof(text) - 1})

static wire_ensure_t usual(void)
{
    static const wire_bytes_t interpreter[] = {BYTES("/usr/bin/python3")};
    return (wire_ensure_t){
        .key_high = 1,
        .key_low = 2,
        .script = BYTES("/srv/www/app.py"),
        .interpreter = {interpreter, 1},
        .workers_max = 4,
        .idle_ms = 1000,
        .boot_ms = 20,
        .hard_ms = 30,
        .concurrency = 3,
        .max_requests = 5,
        .max_age_ms = 7,
        .memory_soft = 9,
        .memory_hard = 11,
    };
}

static void refuse(const wire_ensure_t *ensure, const char *what)
{
    definition_t definition = {.min = 77};
    const char *why = NULL;
    ok(definition_make(&definition, ensure, &why) == -1 && why &&
           definition.min == 77,
       what);
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
    is_int(definition.idle_us, 1000000, "times are microseconds");
    is_int(definition.concurrency, 3, "as many units as wanted");
    ok(definition.max_requests == 5 && definition.max_age_us == 7000 &&
           definition.memory_soft == 9 && definition.memory_hard == 11,
       "limits of a worker's life");
    wire_message_t message;
    const wire_bytes_t frame = {(const uint8_t *)definition.frame.data +
                                    WIRE_PREFIX_LEN,
                                definition.frame.size - WIRE_PREFIX_LEN};
    is_int(wire_decode(frame, &message), 0, "the journal's frame is whole");
    is_int(message.as.ensure.key_low, 2, "and says the same");
    definition_clear(&definition);
    ensure.script = BYTES("/app");
    ensure.concurrency = 1000;
    definition_make(&definition, &ensure, &why);
    is_int(definition.concurrency, SLOTS_UNITS, "and as many as there are");
    is_str(definition.directory, "/", "a script in the root directory");
    definition_clear(&definition);
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
    ensure.mode = WIRE_MODE_CGI;
    refuse(&ensure, "a mode that is not known");
    ensure = usual();
    ensure.workers_max = 0;
    refuse(&ensure, "no workers");
    ensure.workers_max = 129;
    refuse(&ensure, "more workers than a pool has places");
    ensure.workers_max = 2;
    ensure.workers_min = 3;
    refuse(&ensure, "a minimum above the maximum");
}

int main(void)
{
    test_copy();
    test_refusals();
    return done_testing();
}
