/* SPDX-License-Identifier: Apache-2.0 */
/* scribble_test.c: httpd's threads and persistd work on a table that other
 * threads write to all the time. No access goes outside the block, every call
 * ends, and no number that it returns leads outside. Meant for
 * AddressSanitizer, too. */

#include "slots_scribble.h"

#include "slots_crowd.h"
#include "slots_owners.h"
#include "slots_sanitized.h"
#include "slots_scribble_actors.h"

#include "tap.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#define CLIENTS 3u
/* A round takes as long as this, and until so many calls have ended, however
 * little of the machine is left to it. */
#define ROUND_US 250000
#define ROUND_CALLS 1000u
/* A sweep of everything takes about 40000 accesses. A claim may look at 1024
 * units in each of the 128 entries of a pool, a few times each, if a writer
 * makes all of them look free. A call that walks until it finds a value that
 * might never be there takes more. */
#define STEPS_MAX 2000000u
#define LONGEST_SECONDS 120 /* of a round */

static _Atomic int over;         /* the round has ended */
static _Atomic uint64_t longest; /* accesses of the longest call */
static _Atomic uint64_t ended;   /* calls, of all rounds */

static int goes_on(void)
{
    return !atomic_load_explicit(&over, memory_order_relaxed);
}

static void note_steps(uint64_t steps)
{
    uint64_t known = atomic_load_explicit(&longest, memory_order_relaxed);
    while (steps > known &&
           !atomic_compare_exchange_weak(&longest, &known, steps))
        continue;
}

static void *actor_main(void *data)
{
    actor_t *actor = data;
    scribble_begin(crowd_random(&actor->random), actor->chance);
    while (goes_on()) {
        actor_act(actor);
        note_steps(scribble_steps());
        atomic_fetch_add_explicit(&ended, 1, memory_order_relaxed);
    }
    return NULL;
}

/* Whether the scribbler leaves others time to do something sensible. */
typedef struct scribbler {
    size_t bytes; /* from the beginning of the block */
    uint32_t pause_us;
} scribbler_t;

static void *scribbler_main(void *data)
{
    const scribbler_t *scribbler = data;
    scribble_begin((uintptr_t)&scribbler, 0);
    while (goes_on()) {
        for (int i = 0; i < 64; i++)
            scribble_anywhere(scribbler->bytes);
        if (scribbler->pause_us > 0)
            usleep(scribbler->pause_us);
    }
    return NULL;
}

static void table_make(slots_table_t *table, const slots_sizes_t *sizes,
                       int round)
{
    size_t bytes = slots_table_bytes(sizes);
    void *block = scribble_block_make(bytes, round);
    if (!block || slots_table_format(table, block, bytes, sizes) != 0)
        bail_out("no table");
}

static void begin(pthread_t *thread, void *(*run)(void *), void *data)
{
    if (pthread_create(thread, NULL, run, data) != 0)
        bail_out("no thread");
}

static void end(pthread_t *threads, uint32_t count)
{
    atomic_store_explicit(&over, 1, memory_order_relaxed);
    while (count > 0)
        pthread_join(threads[--count], NULL);
    atomic_store_explicit(&over, 0, memory_order_relaxed);
}

static void await_calls(uint64_t wanted)
{
    while (atomic_load_explicit(&ended, memory_order_relaxed) < wanted)
        usleep(1000);
}

/* Runs persistd and some threads of httpd. */
static uint64_t run_actors(const slots_sizes_t *sizes, uint32_t chance,
                           int round)
{
    uint64_t before = atomic_load_explicit(&ended, memory_order_relaxed);
    scribbler_t scribbler = {slots_table_bytes(sizes), round % 3 ? 1000 : 0};
    static actor_t actors[1 + CLIENTS];
    pthread_t threads[2 + CLIENTS];
    slots_table_t table;
    uint64_t calls = 0;
    alarm(LONGEST_SECONDS);
    table_make(&table, sizes, round);
    for (uint32_t n = 0; n <= CLIENTS; n++) {
        actors[n] = (actor_t){.table = table,
                              .random = (uint64_t)round * 97 + n + 1,
                              .owner = n < sizes->owners ? n : sizes->owners,
                              .chance = chance};
        begin(&threads[n], actor_main, &actors[n]);
    }
    begin(&threads[1 + CLIENTS], scribbler_main, &scribbler);
    usleep(ROUND_US);
    await_calls(before + ROUND_CALLS);
    end(threads, 2 + CLIENTS);
    for (uint32_t n = 0; n <= CLIENTS; n++)
        calls += actors[n].calls;
    scribble_block_drop();
    return calls;
}

static void test_actors(void)
{
    static const slots_sizes_t sizes[] = {{4, 5, 3}, {1, 1, 1}, {70, 40, 20}};
    static const uint32_t chances[] = {4, 32, 512, 0};
    uint64_t calls = 0;
    int round = 0;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        for (size_t j = 0; j < sizeof(chances) / sizeof(chances[0]); j++)
            calls += run_actors(&sizes[i], chances[j], round++);
    printf("# %" PRIu64 " calls, the longest of %" PRIu64 " accesses\n", calls,
           atomic_load_explicit(&longest, memory_order_relaxed));
    ok(calls > 10000, "calls come to their end on a table that others write");
    ok(atomic_load_explicit(&longest, memory_order_relaxed) < STEPS_MAX,
       "none of them runs in circles");
    is_int(atomic_load_explicit(&actors_wrong, memory_order_relaxed), 0,
           "no number that they return leads outside");
}

static int opens_well(void *block, size_t bytes)
{
    slots_table_t table;
    return slots_table_open(&table, block, bytes) != 0 ||
           slots_table_bytes(&table.sizes) <= bytes;
}

/* Sizes are checked while they change. */
static void test_open(void)
{
    const slots_sizes_t sizes = {4, 5, 3};
    const size_t bytes = slots_table_bytes(&sizes);
    scribbler_t scribbler = {64, 0};
    slots_table_t table;
    pthread_t thread;
    int good = 1;
    if (slots_threads_sanitized()) {
        ok(1, "a header that changes # SKIP is not read atomically");
        return;
    }
    table_make(&table, &sizes, 1);
    begin(&thread, scribbler_main, &scribbler);
    for (int i = 0; i < 100000; i++) {
        slots_table_format(&table, table.header, bytes, &sizes);
        good &= opens_well(table.header, bytes);
    }
    end(&thread, 1);
    scribble_block_drop();
    ok(good, "a header that changes opens no table beyond the block");
}

static void too_long(int signal)
{
    static const char line[] = "Bail out! a call does not end\n";
    (void)signal;
    if (write(STDOUT_FILENO, line, sizeof(line) - 1) > 0)
        _exit(255);
    _exit(254);
}

int main(void)
{
    char path[] = "/tmp/scribbleXXXXXX";
    int fd = mkstemp(path);
    if (fd < 0 || (actors_owners_fd = slots_owners_create(path, 1)) < 0)
        bail_out("no owners.lock");
    signal(SIGALRM, too_long);
    test_actors();
    alarm(LONGEST_SECONDS);
    test_open();
    unlink(path);
    close(fd);
    return done_testing();
}
