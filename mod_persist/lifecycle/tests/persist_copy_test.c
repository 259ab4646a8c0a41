/* SPDX-License-Identifier: Apache-2.0 */
/* persist_copy_test.c: a text goes in pieces, and what is lost is counted. */

#include "lifecycle/persist_copy.h"
#include "tap.h"

static uint8_t text[2 * WIRE_SAID_MAX + 5];
static size_t pieces, bytes, last;
static int is_full;

static int take(void *context, const wire_said_t *said)
{
    is_int(said->kind, *(int *)context, "a piece is of the same kind");
    if (is_full)
        return -1;
    pieces++;
    bytes += last = said->text.len;
    return said->text.len <= WIRE_SAID_MAX ? 0 : -1;
}

static void copy(slots_rate_t *rate, size_t len)
{
    int kind = WIRE_SAID_FAULT;
    const wire_said_t said = {.kind = WIRE_SAID_FAULT, .text = {text, len}};
    pieces = bytes = 0;
    persist_copy(rate, said, take, &kind);
}

static void test_confession(void)
{
    slots_rate_t rate = {0};
    int kind = WIRE_SAID_FAULT;
    const wire_said_t said = {.kind = WIRE_SAID_FAULT};
    pieces = 0;
    persist_copy_confess(&rate, said, take, &kind);
    is_int((intmax_t)pieces, 0, "nothing was lost, so nothing is said");
    atomic_store(&rate.dropped, 3);
    is_full = 1;
    persist_copy_confess(&rate, said, take, &kind);
    is_int(atomic_load(&rate.dropped), 3, "what could not be said is not told");
    is_full = 0;
    persist_copy_confess(&rate, said, take, &kind);
    is_int((intmax_t)pieces, 1, "but the next time");
    is_int(atomic_load(&rate.dropped), 0, "once");
}

static void test_lines(void)
{
    slots_rate_t rate = {0};
    text[WIRE_SAID_MAX - 10] = '\n';
    copy(&rate, WIRE_SAID_MAX + 10);
    is_int((intmax_t)pieces, 2, "a text of two lines goes in pieces");
    is_int((intmax_t)last, 19, "the second of which is the second line");
}

int main(void)
{
    slots_rate_t rate = {0};
    copy(&rate, sizeof(text));
    is_int((intmax_t)pieces, 3, "a long text goes in pieces");
    is_int((intmax_t)bytes, sizeof(text), "all of it");
    copy(&rate, 0);
    is_int((intmax_t)pieces, 0, "an empty one is none");
    is_full = 1;
    copy(&rate, 2 * WIRE_SAID_MAX);
    is_int(atomic_load(&rate.dropped), 2, "pieces that are lost are counted");
    is_full = 0;
    atomic_store(&rate.dropped, 0);
    for (int i = 0; i < 20 * (int)(SLOTS_RATE_BYTES / WIRE_SAID_MAX); i++)
        copy(&rate, WIRE_SAID_MAX);
    is_int(atomic_load(&rate.dropped) > 0, 1, "so are those above the rate");
    test_confession();
    test_lines();
    return done_testing();
}
