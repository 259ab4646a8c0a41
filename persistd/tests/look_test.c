/* SPDX-License-Identifier: Apache-2.0 */
/* look_test.c: a file system that does not answer holds up those who ask about
 * it, and nobody else; when it does answer, they are told. */

#include "common_clock.h"
#include "decide/lane.h"
#include "far_away.h"
#include "os/crew.h"
#include "slots_table.h"

#include <errno.h>
#include <stdlib.h>

#define MANY (LANE_MOST + 8)

static uv_loop_t *loop;

typedef struct asked {
    int late, found;
    look_found_t what;
} asked_t;

static void told(void *owner, const look_found_t *found)
{
    asked_t *asked = owner;
    if (!found) {
        asked->late++;
        return;
    }
    asked->found++;
    asked->what = *found;
}

static void put(const char *name)
{
    close(open(far_path(name), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
}

static look_t *ask_for(asked_t *asked, const char *name, uint64_t lane,
                       uint32_t asker)
{
    *asked = (asked_t){0};
    return look_stat(far_path(name), lane, asker, told, asked);
}

static look_t *ask(asked_t *asked, const char *name, uint64_t lane)
{
    return ask_for(asked, name, lane, LANE_NOBODY);
}

static void turn_until(const int *count)
{
    while (!*count)
        uv_run(loop, UV_RUN_ONCE);
}

static void test_look(void)
{
    asked_t asked;
    put("near");
    ask(&asked, "near", 1);
    is_int(asked.found, 0, "nobody is told at once");
    turn_until(&asked.found);
    is_int(asked.what.error, 0, "a file is found");
    ok(asked.what.version && asked.what.device, "with what it is and where");
    is_int(asked.what.owner, geteuid(), "and whose");
    ask(&asked, "nothing", 1);
    turn_until(&asked.found);
    is_int(asked.what.error, ENOENT, "or it is not");
    ask(&asked, ".", 1);
    turn_until(&asked.found);
    is_int(asked.what.error, EINVAL, "or is no file");
    is_int(asked.late, 0, "which is never late");
}

static void test_late(void)
{
    asked_t away, again, near;
    put("far");
    far_stop_answering();
    ask(&away, "far", 1);
    ask(&near, "near", 1);
    turn_until(&near.found);
    is_int(away.late + away.found, 0, "what does not answer lets others by");
    turn_until(&away.late);
    is_int(away.found, 0, "who asked for it is told after a while");
    int64_t before = common_now_us();
    look_t *look = ask(&again, "far", 1);
    turn_until(&again.late);
    ok(common_now_us() - before < LANE_LATE_US,
       "who asks for it again is told at once");
    look_drop(look);
    far_answer();
    turn_until(&away.found);
    is_int(away.what.error, 0, "the answer comes when it can");
    is_int(away.late, 1, "and was late once");
    is_int(again.found, 0, "who does not want to know is not told");
}

/* More than one file system may hold, if they may be one asker's. */
static void stop_many(asked_t *asked, uint32_t asker)
{
    char name[16];
    for (unsigned i = 0; i < MANY; i++) {
        snprintf(name, sizeof(name), "far%u", i);
        put(name);
        ask_for(&asked[i], name, 10, asker);
    }
    for (unsigned i = 0; i < MANY; i++)
        turn_until(&asked[i].late);
}

static void answer_many(asked_t *asked)
{
    char name[16];
    int good = 1;
    far_answer();
    for (unsigned i = 0; i < MANY; i++) {
        turn_until(&asked[i].found);
        good &= asked[i].what.error == 0;
        snprintf(name, sizeof(name), "far%u", i);
        unlink(far_path(name));
    }
    ok(good, "all of them are answered in the end");
}

static void test_many(void)
{
    static asked_t asked[MANY];
    asked_t near;
    far_stop_answering();
    stop_many(asked, LANE_NOBODY);
    ask(&near, "near", 1);
    turn_until(&near.found);
    is_int(near.late, 0, "a file system without answers holds up no other");
    ask(&near, "near", 10);
    turn_until(&near.late);
    is_int(near.found, 0, "but whom it has for its own");
    answer_many(asked);
    turn_until(&near.found);
    is_int(near.found, 1, "until it is back");
}

/* As many, where what is near seems to be on the same file system. */
static void test_asker(void)
{
    static asked_t asked[MANY];
    asked_t own, near;
    far_stop_answering();
    stop_many(asked, 7);
    ask_for(&near, "near", 10, 8);
    turn_until(&near.found);
    is_int(near.late, 0, "who asks for too much holds up no other");
    ask_for(&own, "near", 10, 7);
    turn_until(&own.late);
    is_int(own.found, 0, "but himself");
    answer_many(asked);
    turn_until(&own.found);
}

static void test_left(void)
{
    asked_t asked;
    far_stop_answering();
    look_t *look = ask_for(&asked, "far", 1, 7);
    is_int(look_abandoned(7), 0, "a look that somebody waits for is not left");
    look_drop(look);
    is_int(look_abandoned(7), 1, "one that nobody does is");
    is_int(look_abandoned(8), 0, "by who has asked");
    far_answer();
    while (look_abandoned(7) > 0)
        uv_run(loop, UV_RUN_ONCE);
    is_int(asked.late + asked.found, 0, "until it is answered");
}

/* Two at one path: the second one waits. */
static void test_cancel(void)
{
    asked_t away, waits;
    far_stop_answering();
    look_t *first = ask(&away, "far", 1);
    ok(look_cancel(ask(&waits, "far", 1)), "a look that waits is taken back");
    ok(!look_cancel(first), "one that is under way is not");
    far_answer();
    turn_until(&away.found);
    is_int(waits.late + waits.found, 0, "whoever took it back is not told");
}

static void test_death(void)
{
    asked_t asked;
    put("die");
    ask(&asked, "die", 1);
    turn_until(&asked.found);
    is_int(asked.what.error, ENOENT, "a looker that ends leaves its look");
    put("fardie");
    far_stop_answering();
    ask(&asked, "fardie", 1);
    turn_until(&asked.late);
    uv_run(loop, UV_RUN_ONCE); /* the last tick, if it is that */
    far_answer();
    turn_until(&asked.found);
    is_int(asked.what.error, ENOENT, "also one that nobody expects any more");
}

static size_t count_lookers(void)
{
    size_t count = 0;
    for (const looker_t *looker = crew_first(); looker; looker = looker->next)
        count++;
    return count;
}

/* As many items as there can be: what is said behind them has no room. */
static void test_unasked(void)
{
    asked_t asked = {0}, next;
    look_t *look = look_make(1, LANE_NOBODY, told, &asked);
    put("say");
    look_add(look, LOOKER_FILE, far_path("say"));
    while (look_add(look, LOOKER_FILE, "/") == 0)
        ;
    look_begin(look);
    turn_until(&asked.found);
    size_t before = count_lookers();
    while (count_lookers() == before)
        uv_run(loop, UV_RUN_ONCE);
    ask(&next, "near", 1);
    turn_until(&next.found);
    is_int(next.what.error, 0, "a looker that speaks unasked goes");
}

int main(int argc, char **argv)
{
    (void)argc;
    loop = uv_default_loop();
    far_open(loop, argv);
    test_look();
    test_late();
    test_many();
    test_asker();
    test_left();
    test_cancel();
    test_death();
    test_unasked();
    unlink(far_path("near"));
    unlink(far_path("far"));
    far_close();
    return done_testing();
}
