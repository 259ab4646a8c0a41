/* SPDX-License-Identifier: Apache-2.0 */
/* look_test.c: a file system that does not answer holds up those who ask about
 * it, and nobody else; when it does answer, they are told. */

#include "common_clock.h"
#include "decide/lane.h"
#include "far_away.h"
#include "os/crew.h"
#include "slots_table.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>

#define MANY (LANE_MOST + 8)
#define TRIES 10 /* a slow machine is not late each time */

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
    far_begin_wait();
    while (!*count)
        uv_run(loop, UV_RUN_ONCE);
}

/* Asks and waits for the answer, which is not late. */
static void find_for(asked_t *asked, const char *name, uint64_t lane,
                     uint32_t asker)
{
    int tries = 0;
    do {
        ask_for(asked, name, lane, asker);
        turn_until(&asked->found);
    } while (asked->late && ++tries < TRIES);
}

static void find(asked_t *asked, const char *name, uint64_t lane)
{
    find_for(asked, name, lane, LANE_NOBODY);
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
    find(&asked, ".", 1);
    is_int(asked.what.error, EINVAL, "or is no file");
    is_int(asked.late, 0, "which is never late");
}

/* Is one that is asked for then found before the first one is late? */
static int lets_by(asked_t *away)
{
    asked_t near;
    far_stop_answering();
    ask(away, "far", 1);
    ask(&near, "near", 1);
    turn_until(&near.found);
    return away->late + away->found == 0;
}

/* The same as often as a slow machine needs, but not for ever. Nothing answers
 * then. */
static int lets_by_in_time(asked_t *away)
{
    for (int tries = 1; !lets_by(away); tries++) {
        if (tries == TRIES)
            return 0;
        far_answer();
        turn_until(&away->found);
    }
    return 1;
}

/* How long it takes until who asks is told that it is late. */
static int64_t told_late_after(asked_t *asked)
{
    int64_t before = common_now_us();
    look_t *look = ask(asked, "far", 1);
    turn_until(&asked->late);
    look_drop(look);
    return common_now_us() - before;
}

static int is_told_at_once(asked_t *asked)
{
    int tries = 0;
    while (told_late_after(asked) >= LANE_LATE_US)
        if (++tries == TRIES)
            return 0;
    return 1;
}

static void test_late(void)
{
    asked_t away, again;
    put("far");
    ok(lets_by_in_time(&away), "what does not answer lets others by");
    turn_until(&away.late);
    is_int(away.found, 0, "who asked for it is told after a while");
    ok(is_told_at_once(&again), "who asks for it again is told at once");
    far_answer();
    turn_until(&away.found);
    is_int(away.what.error, 0, "the answer comes when it can");
    is_int(away.late, 1, "and was late once");
    is_int(again.found, 0, "who does not want to know is not told");
}

/* Until what lookers have said can be read: they have answered. */
static void wait_answered(void)
{
    for (const looker_t *looker = crew_first(); looker; looker = looker->next) {
        struct pollfd said = {.fd = looker->fd, .events = POLLIN};
        while (looker->work && poll(&said, 1, -1) != 1)
            ;
    }
}

static void wait_clock(int64_t time)
{
    for (int64_t now; (now = common_now_us()) < time;)
        poll(NULL, 0, (int)((time - now) / 1000 + 1));
}

typedef struct held_up {
    uv_check_t check;
    int64_t before, after; /* the look has begun between these */
    int is_in_time;        /* no tick can have found it late yet */
} held_up_t;

/* persistd itself does not run for so long, and is answered meanwhile. */
static void hold_up(uv_check_t *check)
{
    held_up_t *held_up = check->data;
    held_up->is_in_time = common_now_us() - held_up->before < LANE_LATE_US;
    far_answer();
    far_begin_wait();
    wait_answered();
    wait_clock(held_up->after + LANE_LATE_US);
    uv_close((uv_handle_t *)check, NULL);
}

/* False: the machine was so slow that the look may be late. */
static int answers_while_held_up(asked_t *asked)
{
    held_up_t held_up = {0};
    far_stop_answering();
    held_up.check.data = &held_up;
    uv_check_init(loop, &held_up.check);
    uv_check_start(&held_up.check, hold_up);
    held_up.before = common_now_us();
    ask(asked, "far", 1);
    held_up.after = common_now_us();
    uv_run(loop, UV_RUN_NOWAIT); /* it ends with the check */
    turn_until(&asked->found);
    return held_up.is_in_time;
}

static void test_held_up(void)
{
    asked_t asked;
    int tries = 0;
    while (!answers_while_held_up(&asked))
        if (++tries == TRIES)
            bail_out("this machine is too slow");
    is_int(asked.late, 0, "what has been answered is not late");
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
    find(&near, "near", 1);
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
    find_for(&near, "near", 10, 8);
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
    far_begin_wait();
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
    turn_until(&asked.late); /* in the last tick */
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
    far_begin_wait();
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
    test_held_up();
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
