/* SPDX-License-Identifier: Apache-2.0 */
/* turn_test.c: what is done in one turn of the loop, before it sleeps: the
 * journal is written (persistd/README.md, I4), and a rolling reload goes on at
 * once when a worker has ended or is READY. The looks of the clock, which would
 * do that within a second, are left out here. Workers are this program, which
 * pauses; their READY and their end come from the tests. */

#include "pool/view.h"
#include "roomy_fixture.h"
#include "run/place.h"
#include "run/turn.h"
#include "state/agenda.h"
#include "state/journal.h"
#include "state/worker.h"
#include "worker/boot.h"
#include "worker/leave.h"

#include "common_clock.h"
#include "common_names.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#define PLACES 2u
#define SOON_US (AGENDA_PERIOD_US / 2)
#define PATIENCE_MS 60000

static persistd_t pd;
static slots_table_t table;
static pool_t *pool;

/* run/place.c: the table here has no file that could be lost. */
int place_open(persistd_t *owner, char **text)
{
    (void)owner;
    (void)text;
    return 0;
}

void place_tick(persistd_t *owner)
{
    (void)owner;
}

/* ---- turns ---- */

/* Runs after the turn: what the clock would do by itself is never due. */
static void stop_clock(uv_prepare_t *prepare)
{
    (void)prepare;
    if (pd.agenda.due > common_now_us() + SOON_US)
        pd.agenda.due = INT64_MAX;
}

typedef int condition_fn(void);

static int waited; /* times that PATIENCE_MS have passed */

static void on_time(uv_timer_t *timer)
{
    (void)timer;
    waited++;
}

/* Turns, until it is so, or the patience has ended twice. */
static void until(condition_fn *condition, const char *what)
{
    for (waited = 0; !condition() && waited < 2;)
        uv_run(pd.loop, UV_RUN_ONCE);
    ok(condition(), what);
}

/* ---- workers ---- */

static worker_t *find(worker_state_t state)
{
    worker_t *worker = pd.workers;
    while (worker && (worker->state != state || worker->ready_at))
        worker = worker->next;
    return worker;
}

static int count(worker_state_t state, uint64_t version)
{
    int found = 0;
    for (worker_t *worker = pd.workers; worker; worker = worker->next)
        found += worker->state == state && worker->version == version;
    return found;
}

static int one_starts(void)
{
    return find(WORKER_STARTING) != NULL;
}

static int one_leaves(void)
{
    return find(WORKER_STOPPING) != NULL;
}

static int two_serve(void)
{
    return count(WORKER_READY, pool->wanted) == 2;
}

static int one_serves(void)
{
    return count(WORKER_READY, pool->wanted) == 1;
}

static int it_has_gone(void)
{
    return !one_leaves();
}

static int none_is_left(void)
{
    return pd.workers == NULL;
}

/* As READY does. */
static void make_ready(void)
{
    const wire_ready_t ready = {.version = WIRE_VERSION, .capacity = 1};
    boot_ready(find(WORKER_STARTING), &ready);
}

/* Its place is free, and a look at the script is what a start begins with. */
static void make_end(const char *what)
{
    kill(find(WORKER_STOPPING)->pid, SIGKILL);
    until(it_has_gone, "it has ended");
    ok(pool->view.look || pool->view.fresh, what);
}

/* ---- the tests ---- */

static int journalled;

static void take(void *context, const wire_message_t *message)
{
    (void)context;
    journalled += message->kind == WIRE_WORKER;
}

/* The loop looks for what is there, and would sleep then. */
static void test_journal(const char *path)
{
    pool->view.fresh = 1;
    agenda_pool(pool);
    uv_run(pd.loop, UV_RUN_NOWAIT);
    ok(one_starts(), "a turn starts a worker");
    journal_read(path, take, NULL);
    is_int(journalled, 1, "I4: … and has it in the journal before it ends");
}

static void test_start(void)
{
    make_ready();
    until(one_starts, "when the first is READY, the next one starts");
    make_ready();
    until(two_serve, "both serve");
}

static void write_script(const char *path)
{
    int fd = open(path, O_CREAT | O_WRONLY | O_APPEND, 0600);
    if (fd < 0 || write(fd, "x", 1) != 1)
        bail_out("no script");
    close(fd);
}

static void change_script(const char *path)
{
    write_script(path);
    view_stat(pool);
}

/* There is no room for new workers but what old ones leave. */
static void test_rolling(const char *script)
{
    uint64_t old = pool->version;
    change_script(script);
    until(one_leaves, "new code: an old worker leaves");
    is_int(count(WORKER_READY, old), 1, "… and one serves on");
    make_end("… in the same turn the start of a new one begins");
    until(one_starts, "a new one starts");
    make_ready();
    until(one_serves, "it serves");
    ok(one_leaves(), "… in the same turn the last old one leaves");
    make_end("… and when that has ended, another start begins");
    until(one_starts, "the second new one starts");
    make_ready();
    until(two_serve, "both serve");
    ok(pool->version != old, "… with the new code");
}

static void end_all(void)
{
    pd.stopping = 1; /* no other one is started */
    for (worker_t *worker = pd.workers; worker; worker = worker->next)
        worker_kill(worker, 0);
    until(none_is_left, "all end");
    pd.stopping = 0;
}

/* Nobody has to leave for new code. */
static void test_rolling_alone(const char *script)
{
    end_all();
    change_script(script);
    until(one_starts, "new code, and no old worker: a new one starts");
}

static void prepare(const char *instance, const char *script)
{
    fixture_open_roomy(&pd, &table, PLACES, 2, instance);
    pd.options.exec = "/proc/self/exe"; /* this main(), with arguments */
    pd.settings.stop_us = INT64_C(60000000);
    pd.suspects = heap_make(table.sizes.owners + 1, 1);
    pd.owners_fd = -1;
    pd.stale_at = INT64_MAX;
    write_script(script);
    pool = fixture_pool(&pd, script);
    pool->definition.workers_min = pool->definition.workers_max = PLACES;
    view_stat(pool); /* which version of the script that is */
    fixture_settle(&pd);
    pool->definition.reload = WIRE_RELOAD_ROLLING;
}

static void begin_turns(void)
{
    static uv_prepare_t after;
    static uv_timer_t patience;
    uv_prepare_init(pd.loop, &after);
    uv_prepare_start(&after, stop_clock); /* what begins first runs last */
    turn_start(&pd);
    pd.agenda.due = INT64_MAX;
    uv_timer_init(pd.loop, &patience);
    uv_timer_start(&patience, on_time, PATIENCE_MS, PATIENCE_MS);
}

int main(int argc, char **argv)
{
    char top[] = "/tmp/ttXXXXXX";
    char instance[sizeof(top) + 2], script[sizeof(top) + 2];
    char journal[COMMON_PATH_SIZE];
    (void)argv;
    while (argc > 1)
        pause(); /* the worker */
    if (!mkdtemp(top))
        bail_out("no directory");
    snprintf(instance, sizeof(instance), "%s/i", top);
    snprintf(script, sizeof(script), "%s/s", top);
    common_name_path(journal, instance, COMMON_NAME_JOURNAL);
    prepare(instance, script);
    begin_turns();
    test_journal(journal);
    test_start();
    test_rolling(script);
    test_rolling_alone(script);
    end_all();
    instance_remove(instance);
    unlink(script);
    rmdir(top);
    return done_testing();
}
