/* SPDX-License-Identifier: Apache-2.0 */
/* mend_test.c: each word that persistd alone writes is written anew, and told
 * once. Also measures a look at a table of 1000 pools with four workers each.
 */

#include "common_clock.h"
#include "roomy_fixture.h"
#include "run/mend.h"
#include "slots_cells.h"
#include "slots_futex.h"
#include "slots_index.h"
#include "slots_pool.h"
#include "slots_slot.h"
#include "state/seats.h"
#include "state/worker.h"
#include "worker/boot.h"
#include "worker/leave.h"

#include "wire_message.h"

#include <unistd.h>

#define POOLS 1000u
#define WORKERS 4u

static slots_table_t table;
static persistd_t pd;

static worker_t *make_worker(pool_t *pool)
{
    worker_t *occupant;
    uint32_t incarnation;
    int slot = seats_take(pool, &incarnation, &occupant);
    if (slot < 0)
        bail_out("no slot");
    worker_t *worker = worker_record(&pd, pool, (uint32_t)slot, incarnation);
    worker->version = pool->wanted;
    worker->features = WIRE_FEATURE_AHEAD;
    boot_open(worker);
    return worker;
}

static void make_all(void)
{
    for (uint32_t i = 0; i < POOLS; i++) {
        char script[32];
        snprintf(script, sizeof(script), "/script-%u", i);
        pool_t *pool = fixture_pool(&pd, script);
        for (uint32_t n = 0; n < WORKERS; n++)
            make_worker(pool);
    }
}

static int64_t now = 100 * AGENDA_PERIOD_US;

/* Looks, a second later. Returns how many words were written anew. */
static uint32_t look(void)
{
    now += AGENDA_PERIOD_US;
    pd.damages = 0;
    pd.damage_told = now; /* it counts and does not log */
    mend_tick(&pd, now);
    return pd.damages;
}

/* Writes to one word, as somebody else could: it is found, and is right again.
 */
#define MENDS(shared, field)                                                   \
    do {                                                                       \
        static const uint64_t values[] = {0, 1, 77, UINT64_MAX};               \
        const uint64_t right = atomic_load(&(shared)->field);                  \
        int mended = 1;                                                        \
        for (uint32_t v = 0; v < 4; v++) {                                     \
            atomic_store(&(shared)->field, values[v]);                         \
            int same = atomic_load(&(shared)->field) == right;                 \
            mended &= (look() > 0) == !same;                                   \
            mended &= atomic_load(&(shared)->field) == right;                  \
        }                                                                      \
        ok(mended, #field);                                                    \
    } while (0)

static void test_slot(worker_t *worker)
{
    slots_slot_t *slot = &table.slots[worker->slot];
    MENDS(slot, incarnation);
    MENDS(slot, pool);
    MENDS(slot, run);
    MENDS(slot, version);
    MENDS(slot, features);
    MENDS(slot, leaving);
    MENDS(slot, state);
    atomic_store(&slot->sound, 7);
    ok(look() == 1 && atomic_load(&slot->sound) == worker->incarnation,
       "sound");
    atomic_store(&slot->sound, 0);
    ok(look() == 0 && atomic_load(&slot->sound) == 0, "httpd may give it up");
    worker->broken_since = now;
    worker_take_out(worker);
    ok(look() == 0 && atomic_load(&slot->leaving), "then it stays taken out");
    worker->broken_since = 0;
    ok(look() > 0 && !atomic_load(&slot->leaving), "and only then");
    atomic_store(&slot->sound, worker->incarnation);
}

/* Its place in the list may be another one afterwards. */
static void test_entry(const worker_t *worker)
{
    slots_slot_t *slot = &table.slots[worker->slot];
    slots_pool_t *pool = &table.pools[worker->pool->index];
    static const uint32_t values[] = {0, 1, 2, 3, 4, 5, 129, UINT32_MAX};
    int listed = 1;
    for (uint32_t v = 0; v < 8; v++) {
        atomic_store(&slot->entry, values[v]);
        look();
        uint32_t entry = atomic_load(&slot->entry);
        listed &= entry - 1 < SLOTS_POOL_SLOTS &&
                  atomic_load(&pool->slots[entry - 1]) == worker->slot + 1 &&
                  atomic_load(&pool->workers) == WORKERS;
    }
    ok(listed, "entry");
    is_int(look(), 0, "and that is all");
}

static void test_pool(const pool_t *pool)
{
    slots_pool_t *shared = &table.pools[pool->index];
    MENDS(shared, state);
    MENDS(shared, key_high);
    MENDS(shared, key_low);
    MENDS(shared, script);
    MENDS(shared, version);
    MENDS(shared, slot_count);
    MENDS(shared, workers);
    MENDS(shared, workers_max);
    MENDS(shared, slots[0]);
    MENDS(shared, slots[100]);
}

static void test_index(const pool_t *pool)
{
    uint64_t generation;
    for (uint32_t i = 0; i < table.buckets; i++)
        atomic_store(&table.index[i].pool, i % 3);
    ok(look() > 900, "a spoilt index");
    is_int(slots_index_find(&table, pool->definition.key_high,
                            pool->definition.key_low, &generation),
           pool->index, "leads to the pool again");
    is_int(look(), 0, "and so to all others");
}

static void test_header(void)
{
    MENDS(table.header, phase);
    MENDS(table.header, lacking);
}

/* Looks for so many seconds, while a thread goes to sleep there each second, or
 * others wake whoever stands there. Returns 1 if the cell is still taken. */
static int stands(slots_pool_t *shared, int seconds, int sleeps, int wakes)
{
    atomic_store(&shared->cells[3], SLOTS_WAITING | 5);
    for (int i = 0; i <= seconds; i++) {
        uint32_t count = atomic_load(&shared->futexes[3]) + 1;
        if (sleeps || wakes)
            atomic_store(&shared->futexes[3],
                         (count & ~SLOTS_SLEEPS) | (sleeps ? SLOTS_SLEEPS : 0));
        look();
    }
    return atomic_exchange(&shared->cells[3], SLOTS_GONE) != SLOTS_GONE;
}

static void test_ghosts(const pool_t *pool)
{
    slots_pool_t *shared = &table.pools[pool->index];
    atomic_store(&shared->cells_used, UINT32_MAX);
    ok(stands(shared, 9, 1, 0), "somebody goes to sleep again and again");
    look();
    ok(!pool->ghosts, "nobody waits");
    ok(stands(shared, 2, 0, 0), "nobody goes to sleep, for a short time");
    ok(!stands(shared, 4, 0, 0), "for a longer one: it is nobody's");
    ok(!stands(shared, 4, 0, 1), "though others wake it");
    atomic_store(&shared->cells[1023], 1);
    look();
    is_int(atomic_load(&shared->cells[1023]), SLOTS_GONE,
           "what is no word of a cell goes at once");
}

/* What a beat costs more: this look, and one at each worker's units. Between
 * two beats others have used the caches. Takes the best of some. */
static int64_t measure(void)
{
    static char others[32 << 20];
    int64_t best = INT64_MAX;
    for (int i = 0; i < 10; i++) {
        memset(others, i, sizeof(others));
        int64_t began = common_now_us();
        look();
        for (worker_t *worker = pd.workers; worker; worker = worker->next)
            slots_slot_regain(&table, worker->run, worker_offered(worker));
        int64_t took = common_now_us() - began;
        best = took < best ? took : best;
    }
    return best;
}

int main(void)
{
    char top[] = "/tmp/mdXXXXXX", instance[sizeof(top) + 2];
    if (!mkdtemp(top))
        bail_out("no directory");
    snprintf(instance, sizeof(instance), "%s/i", top);
    fixture_open_roomy(&pd, &table, POOLS * WORKERS + 1, 2 * POOLS, instance);
    make_all();
    look();
    is_int(look(), 0, "a table that nobody has touched stays as it is");
    test_header();
    test_slot(pd.workers);
    test_entry(pd.workers);
    test_pool(pd.workers->pool);
    test_index(pd.workers->pool);
    test_ghosts(pd.workers->pool);
    worker_leave(pd.workers);
    is_int(look(), 0, "a worker that leaves is as it should be");
    printf("# looking at %u pools with %u workers each takes %lld us\n", POOLS,
           WORKERS, (long long)measure());
    instance_remove(instance);
    rmdir(top);
    return done_testing();
}
