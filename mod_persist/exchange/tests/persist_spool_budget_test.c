/* SPDX-License-Identifier: Apache-2.0 */
/* persist_spool_budget_test.c: the ceilings of a child and of an owner hold to
 * the byte, and what is given back can be taken again. */

#include "exchange/persist_spool_budget.h"
#include "tap.h"

#define ANNA 1000
#define BERT 1001

static void test_ceilings(void)
{
    const persist_spool_budget_t budget = {.child = 100, .owner = 60};
    ok(persist_spool_budget_take(&budget, ANNA, 61) != 0, "too much at once");
    ok(persist_spool_budget_take(&budget, ANNA, 40) == 0,
       "an owner takes some");
    ok(persist_spool_budget_take(&budget, ANNA, 21) != 0, "no more than his");
    ok(persist_spool_budget_take(&budget, ANNA, 20) == 0, "but all of that");
    ok(persist_spool_budget_take(&budget, BERT, 41) != 0,
       "the child's ceiling");
    ok(persist_spool_budget_take(&budget, BERT, 40) == 0, "leaves the rest");
    persist_spool_budget_give(ANNA, 20);
    ok(persist_spool_budget_take(&budget, BERT, 20) == 0,
       "what one owner gives, another may take");
    persist_spool_budget_give(ANNA, 40);
    persist_spool_budget_give(BERT, 60);
    ok(persist_spool_budget_take(&budget, ANNA, 60) == 0,
       "nothing is left over");
    persist_spool_budget_give(ANNA, 60);
}

static void test_none(void)
{
    const persist_spool_budget_t none = {0, 0}, some = {.child = 100};
    ok(persist_spool_budget_take(&none, ANNA, UINT64_MAX / 2) == 0,
       "0 is no ceiling");
    ok(persist_spool_budget_take(&some, BERT, 1) != 0,
       "a ceiling that is lowered holds at once");
    persist_spool_budget_give(ANNA, UINT64_MAX / 2);
    ok(persist_spool_budget_take(&some, BERT, 100) == 0, "all is given back");
    persist_spool_budget_give(BERT, 100);
}

int main(void)
{
    test_ceilings();
    test_none();
    return done_testing();
}
