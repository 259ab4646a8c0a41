/* SPDX-License-Identifier: Apache-2.0 */
/* order_test.c: the order of the steps by which a worker is killed, ends and
 * begins to serve (persistd/README.md, I1, I2, I3, I5). The functions that make
 * these steps are replaced by ones that write down that they were called, and
 * what the table said at that moment. */

#include "os/output.h"
#include "os/reap.h"
#include "os/watch.h"
#include "persistd_fixture.h"
#include "pool/version.h"
#include "slots_pool.h"
#include "slots_slot.h"
#include "state/news.h"
#include "worker/boot.h"
#include "worker/end.h"
#include "worker/endpoint.h"
#include "worker/leave.h"

#include "wire_fault.h"

#include <stdarg.h>

#define EXITED_3 0x300 /* of waitpid */

static persistd_t pd;
static slots_table_t table;

/* ---- what happened ---- */

static char trace[512];

static void step(const char *format, ...)
{
    size_t len = strlen(trace);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(trace + len, sizeof(trace) - len, format, arguments);
    va_end(arguments);
}

static void forget(void)
{
    trace[0] = '\0';
}

static void heard(persistd_t *owner, const worker_news_t *news)
{
    if (news->kind != NEWS_ENDED)
        return;
    step("news, record %s", owner->workers ? "kept" : "freed");
    is_str(news->end.words, "last words", "the news has the last words");
    is_int(news->end.status, EXITED_3, "… the status");
    is_int(news->end.outcome, LIFE_CRASHED, "… the verdict");
    ok(news->end.served, "… and that a request was with the worker");
}

/* ---- os/watch_*.c ---- */

watch_t *watch_open(uv_loop_t *loop, pid_t pid, watch_fn *ended, void *owner)
{
    (void)loop;
    (void)pid;
    (void)ended;
    (void)owner;
    return NULL;
}

watch_t *watch_peer(uv_loop_t *loop, int fd, pid_t pid, watch_fn *ended,
                    void *owner)
{
    (void)fd;
    return watch_open(loop, pid, ended, owner);
}

int watch_kill_group(watch_t *watch)
{
    (void)watch;
    step("kill ");
    return 0;
}

int watch_signal(watch_t *watch, int number)
{
    (void)watch;
    (void)number;
    return 0;
}

void watch_close(watch_t *watch)
{
    (void)watch;
    step("close ");
}

/* ---- os/reap.c ---- */

int reap_child(pid_t pid)
{
    (void)pid;
    step("reap ");
    return EXITED_3;
}

const char *reap_text(char text[REAP_TEXT_SIZE], int status)
{
    (void)text;
    (void)status;
    return "an end";
}

int reap_was_killed(int status)
{
    (void)status;
    return 0;
}

/* ---- os/output.c ---- */

int output_make(const char *path)
{
    (void)path;
    return -1;
}

output_t *output_open(uv_loop_t *loop, const char *path, lines_fn *give,
                      void *owner)
{
    (void)loop;
    (void)path;
    (void)give;
    (void)owner;
    return NULL;
}

void output_drain(output_t *output)
{
    (void)output;
    step("drain ");
}

const char *output_tail(const output_t *output, size_t *len)
{
    static const char words[] = "last words";
    (void)output;
    *len = sizeof(words) - 1;
    step("verdict ");
    return words;
}

void output_close(output_t *output)
{
    (void)output;
}

/* ---- worker/endpoint.c ---- */

int endpoint_open(endpoint_t *endpoint, const worker_t *worker)
{
    (void)endpoint;
    (void)worker;
    return -1;
}

void endpoint_close(const endpoint_t *endpoint)
{
    (void)endpoint;
}

void endpoint_unlink(const worker_t *worker)
{
    (void)worker;
    step("unlink ");
}

/* ---- slots/slots_slot.c ---- */

static uint32_t shared_fault(uint32_t index)
{
    return atomic_load(&table.pools[index].fault);
}

int slots_slot_start(slots_table_t *in, uint32_t pool, uint64_t version,
                     uint32_t *incarnation)
{
    (void)in;
    (void)pool;
    (void)version;
    (void)incarnation;
    return -1;
}

void slots_slot_name(slots_table_t *in, uint32_t slot, uint32_t incarnation)
{
    (void)in;
    (void)slot;
    (void)incarnation;
}

int slots_slot_open_some(slots_table_t *in, uint32_t slot, slots_run_t run,
                         uint32_t count, uint32_t features, uint32_t pid)
{
    (void)run;
    (void)count;
    (void)features;
    (void)pid;
    step("open with limit %llu, fault %u",
         (unsigned long long)atomic_load(&in->slots[slot].requests_max),
         shared_fault(0));
    return 0;
}

void slots_slot_offer(slots_table_t *in, uint32_t slot, uint32_t count)
{
    (void)in;
    (void)slot;
    (void)count;
}

uint32_t slots_slot_offered(const slots_table_t *in, slots_run_t run)
{
    (void)in;
    return run.count;
}

uint32_t slots_slot_regain(slots_table_t *in, slots_run_t run, uint32_t offered)
{
    (void)in;
    (void)run;
    (void)offered;
    return 0;
}

int slots_unit_withdraw(slots_table_t *in, uint32_t at, uint64_t word)
{
    (void)in;
    (void)at;
    (void)word;
    return 0;
}

void slots_slot_condemn(slots_table_t *in, uint32_t slot, uint32_t fault)
{
    (void)in;
    (void)slot;
    (void)fault;
}

uint32_t slots_slot_leave(slots_table_t *in, uint32_t slot)
{
    (void)slot;
    step("leave with code %llu, script %llu ",
         (unsigned long long)atomic_load(&in->pools[0].version),
         (unsigned long long)atomic_load(&in->pools[0].script));
    return 0;
}

int slots_unit_finished(slots_table_t *in, uint32_t slot, uint32_t unit)
{
    (void)in;
    (void)slot;
    (void)unit;
    return 0;
}

void slots_slot_clear(slots_table_t *in, uint32_t slot)
{
    atomic_store(&in->slots[slot].requests, 0);
    step("clear ");
}

/* ---- the tests ---- */

static pool_t *pool;

static worker_t *make_worker(worker_state_t state)
{
    worker_t *worker = worker_record(&pd, pool, 0, 1);
    worker->watch = (watch_t *)&table; /* never looked into */
    worker->ours = 1;
    worker->pid = 1000;
    worker->version = pool->wanted;
    worker_enter(worker, state, 0);
    return worker;
}

static void test_end(void)
{
    worker_t *worker = make_worker(WORKER_READY);
    atomic_store(&table.slots[0].requests, 1);
    forget();
    pd.events->ended(worker);
    is_str(trace, "", "I5: that its process has ended is only noted");
    ok(pd.workers == worker, "I5: … the record is there until the turn");
    worker_end_all(&pd);
    is_str(trace,
           "kill reap drain verdict clear unlink close news, record freed",
           "I1: the order of a worker's end");
}

static void test_kill(void)
{
    worker_t *worker = make_worker(WORKER_READY);
    forget();
    worker_kill(worker, 0);
    is_str(trace, "leave with code 1, script 1 kill ",
           "I2: no request can claim a worker that is killed");
    worker_drop(worker);
}

static void test_open(void)
{
    worker_t *worker = make_worker(WORKER_STARTING);
    pool->definition.max_requests = 77;
    slots_pool_fail(&table, pool->index, WIRE_FAULT_BOOT_EXIT, 0);
    forget();
    boot_open(worker);
    is_str(trace, "open with limit 77, fault 0",
           "I2: whoever claims it finds the limit, and no fault");
    worker_drop(worker);
}

static void test_version(void)
{
    worker_t *worker = make_worker(WORKER_READY);
    forget();
    version_set(pool, 2);
    is_str(trace, "leave with code 2, script 1 ",
           "I3: the code's number is there before the script's");
    is_int(atomic_load(&table.pools[0].script), 2, "… which follows");
    worker_drop(worker);
}

static void test_rolling(void)
{
    worker_t *worker = make_worker(WORKER_READY);
    pool->definition.reload = WIRE_RELOAD_ROLLING;
    version_set(pool, 3);
    is_int(atomic_load(&table.pools[0].script), 3, "rolling: a new script");
    is_int(atomic_load(&table.pools[0].version), 2,
           "I3: … and the old code's number while old code serves");
    version_change(pool);
    is_int(atomic_load(&table.pools[0].version), 3, "… then the new one's");
    worker_drop(worker);
}

int main(void)
{
    char top[] = "/tmp/otXXXXXX", instance[sizeof(top) + 2];
    if (!mkdtemp(top))
        bail_out("no directory");
    snprintf(instance, sizeof(instance), "%s/i", top);
    fixture_open(&pd, &table, 1, instance);
    pd.heard = heard;
    pool = fixture_pool(&pd, "/bin/sh");
    test_end();
    test_kill();
    test_open();
    test_version();
    test_rolling();
    pool_remove(pool);
    instance_remove(instance);
    rmdir(top);
    return done_testing();
}
