/* SPDX-License-Identifier: Apache-2.0 */
/* runs_test.c: which units of the table a worker gets. */

#include "state/runs.h"

#include "tap.h"

#define SHARED 160u /* of ten slots */
#define BLOCKS 8u

static runs_t runs;

static void begin(void)
{
    const slots_table_t table = {.shared = SHARED,
                                 .unit_count = SHARED + BLOCKS * SLOTS_BLOCK};
    runs_close(&runs);
    runs_open(&runs, &table);
}

/* Expects a run that begins at this block; -1: at the home of slot 3. */
static slots_run_t takes(uint32_t wanted, int block, uint32_t count,
                         const char *name)
{
    slots_run_t run = runs_take(&runs, 3, wanted);
    uint32_t first =
        block < 0 ? 3 * SLOTS_HOME : SHARED + (uint32_t)block * SLOTS_BLOCK;
    if (!ok(run.first == first && run.count == count, name))
        printf("# %u units from %u\n", run.count, run.first);
    return run;
}

static void test_take(void)
{
    begin();
    takes(1, -1, 1, "one unit is at home");
    takes(16, -1, 16, "so are as many as there are");
    slots_run_t one = takes(17, 0, 17, "more are in a shared block");
    slots_run_t two = takes(100, 1, 100, "the next ones behind it");
    takes(64, 3, 64, "two blocks were needed for them");
    runs_give(&runs, one);
    takes(65, 4, 65, "a gap that is too small stays");
    takes(64, 0, 64, "for one that fits");
    runs_give(&runs, two);
    takes(128, 1, 128, "what was given back is taken again");
}

static void test_short(void)
{
    begin();
    slots_run_t low = takes(200, 0, 200, "four blocks");
    slots_run_t gap = takes(64, 4, 64, "one");
    takes(64, 5, 64, "and another");
    takes(1024, 6, 128, "when there are not enough, the longest run");
    takes(100, -1, 16, "when there are none, those at home");
    runs_give(&runs, gap);
    takes(100, 4, 64, "one block is better");
    runs_give(&runs, gap);
    runs_give(&runs, low);
    takes(1024, 0, 320, "neighbours that were given back are one run");
    takes(17, -1, 16, "then all is taken");
}

static void test_keep(void)
{
    begin();
    is_int(runs_keep(&runs, 3, (slots_run_t){48, 16}), 1, "its own home");
    is_int(runs_keep(&runs, 4, (slots_run_t){48, 16}), 0, "not another's");
    is_int(runs_keep(&runs, 4, (slots_run_t){64, 0}), 0, "no units are none");
    is_int(runs_keep(&runs, 4, (slots_run_t){SHARED + 64, 100}), 1,
           "shared blocks");
    is_int(runs_keep(&runs, 5, (slots_run_t){SHARED + 128, 2}), 0,
           "no block is two workers'");
    is_int(runs_keep(&runs, 5, (slots_run_t){SHARED, 65}), 0,
           "nor a part of a run");
    takes(100, 3, 100, "those that are kept are taken");
    takes(20, 0, 20, "and no others");
    is_int(runs_keep(&runs, 5, (slots_run_t){SHARED + 7 * 64, 65}), 0,
           "a run ends within the table");
}

int main(void)
{
    test_take();
    test_short();
    test_keep();
    runs_close(&runs);
    return done_testing();
}
