/* SPDX-License-Identifier: Apache-2.0 */
/* sources_test.c: a change of a file that was loaded is seen. */

#include "common_clock.h"
#include "common_system.h"
#include "far_away.h"
#include "pool/sources.h"
#include "slots_table.h"

#include <stdio.h>

static uv_loop_t *loop;
static const uid_t tenant = 1;
static int changes, seen;

static void told(void *owner, int changed)
{
    (void)owner;
    seen++;
    changes += changed;
}

/* Written beside and put into place, as careful people do. */
static void put(const char *name, const char *text)
{
    FILE *file = fopen(far_path(".new"), "w");
    char draft[256];
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        bail_out("can't write");
    snprintf(draft, sizeof(draft), "%s", far_path(".new"));
    if (rename(draft, far_path(name)) != 0)
        bail_out("can't rename");
}

/* Until all that is known has been looked at. */
static void settle(const sources_t *sources)
{
    far_begin_wait();
    while (!sources_are_settled(sources))
        uv_run(loop, UV_RUN_ONCE);
}

/* Returns how many changes that has come to. */
static int load(sources_t *sources, const char *path, int64_t since)
{
    const wire_bytes_t item = {(const uint8_t *)path, strlen(path)};
    const wire_list_t list = {&item, 1};
    int before = changes;
    sources_add(sources, &list, since);
    settle(sources);
    return changes - before;
}

static void check(sources_t *sources)
{
    sources_stat(sources);
    settle(sources);
}

/* Turns the loop until a change has been heard of. */
static void turn(void)
{
    far_begin_wait();
    for (int before = changes; changes == before;)
        uv_run(loop, UV_RUN_ONCE);
}

/* The same, where the kernel reports nothing: a check finds the change. */
static void hear(sources_t *sources)
{
    (void)sources;
#ifndef COMMON_LINUX
    sources_stat(sources);
#endif
    turn();
}

static void test_events(sources_t *sources)
{
    put("a.py", "one");
    is_int(load(sources, far_path("a.py"), INT64_MAX), 0, "a file is loaded");
    put("a.py", "other");
    hear(sources);
    is_int(changes, 1, "its change is heard of");
    put("b.py", "one");
    put("a.py", "a third");
    hear(sources);
    is_int(changes, 2, "another file's is not");
    unlink(far_path("a.py"));
    check(sources);
    is_int(changes, 2, "a file that goes is no change");
    put("a.py", "back again");
    hear(sources);
    is_int(changes, 3, "one that comes back as another is");
}

static void test_looks(sources_t *sources)
{
    chmod(far_path("a.py"), 0640);
    check(sources);
    is_int(changes, 3, "other rights are no change");
    put("a.py", "a fourth one");
    check(sources);
    is_int(changes, 4, "a look sees what events have not told yet");
    check(sources);
    is_int(changes, 4, "once");
}

static void test_races(sources_t *sources)
{
    int64_t before = common_wall_us() - 1000000;
    put("c.py", "one");
    is_int(load(sources, far_path("c.py"), before), 1,
           "a file that was written meanwhile is told of");
    is_int(load(sources, far_path("c.py"), before), 0, "the first time");
    put("d.py", "one");
    is_int(load(sources, far_path("d.py"), common_wall_us() + 1000000), 0,
           "one that was there before is not");
}

static void test_odd_paths(sources_t *sources)
{
    size_t count = sources_count(sources);
    load(sources, "relative.py", 0);
    load(sources, "", 0);
    is_int(sources_count(sources), count, "what is no path is left out");
    load(sources, "/no/such/file.py", 0);
    load(sources, "/tmp", 0);
    load(sources, "/no/such/file.py", 0);
    is_int(sources_count(sources), count + 2, "what is no file is kept, once");
    check(sources);
    is_int(changes, 5, "and is no change");
}

static void test_arrival(sources_t *sources)
{
    is_int(load(sources, far_path("e.py"), 0), 0, "a file is not there");
    put("e.py", "here");
    check(sources);
    is_int(changes, 6, "when it comes, that is a change");
}

static void test_directories(sources_t *sources)
{
    int before = changes;
    load(sources, far_path("tmp/e.txt"), 0);
    load(sources, far_path("x/y/e.txt"), 0);
    is_int(changes, before, "files whose directories are not there");
    mkdir(far_path("tmp"), 0700);
    put("tmp/e.txt", "here");
    hear(sources);
    is_int(changes, before + 1,
           "one that comes with its directory is heard of");
    mkdir(far_path("x"), 0700);
    mkdir(far_path("x/y"), 0700);
    put("x/y/e.txt", "here");
    hear(sources);
    is_int(changes, before + 2, "and with that above");
    unlink(far_path("tmp/e.txt"));
    rmdir(far_path("tmp"));
    check(sources);
    mkdir(far_path("tmp"), 0700);
    put("tmp/e.txt", "again");
    hear(sources);
    is_int(changes, before + 3, "and when the directory has come back");
}

static void test_bounds(sources_t *sources)
{
    char path[32];
    for (unsigned i = 0; i < SOURCES_FILES + 10; i++) {
        snprintf(path, sizeof(path), "/no/such/%u.py", i * 7919 % 4099);
        load(sources, path, 0);
    }
    is_int(sources_count(sources), SOURCES_FILES, "no more are kept than that");
    is_int(load(sources, far_path("a.py"), 0), 0,
           "one that is known is not new");
}

static void test_bytes(void)
{
    char path[4001];
    sources_t *sources = sources_make(told, NULL, &tenant);
    memset(path, 'x', sizeof(path) - 1);
    path[0] = '/';
    for (unsigned i = 0; i < SOURCES_FILES; i++) {
        snprintf(path + sizeof(path) - 5, 5, "%04u", i);
        load(sources, path, 0);
    }
    is_int(sources_count(sources), SOURCES_BYTES / 4000,
           "of long paths fewer are kept");
    sources_close(sources);
}

/* Through a name that is not watched. */
static void change_unheard(const char *name)
{
    char other[] = "/tmp/sourcesXXXXXX", path[sizeof(other) + 8];
    FILE *file;
    if (!mkdtemp(other))
        bail_out("no directory");
    snprintf(path, sizeof(path), "%s/link", other);
    if (link(far_path(name), path) != 0 || !(file = fopen(path, "a")) ||
        fputs("more", file) < 0 || fclose(file) != 0)
        bail_out("can't change");
    unlink(path);
    rmdir(other);
}

static void test_clock(void)
{
    sources_t *sources = sources_make(told, NULL, &tenant);
    int before = changes;
    put("far.py", "one");
    put("near.py", "one");
    load(sources, far_path("far.py"), INT64_MAX);
    load(sources, far_path("near.py"), INT64_MAX);
    change_unheard("far.py");
    far_stop_answering();
    sources_tick(sources, common_now_us());
    ok(!sources_are_settled(sources), "a look is taken by the clock");
    settle(sources);
    is_int(changes, before, "what does not answer tells nothing");
    far_answer();
    turn();
    is_int(changes, before + 1, "until it does");
    far_stop_answering();
    sources_tick(sources, common_now_us() + 60000000);
    sources_close(sources);
    before = seen;
    far_answer();
    far_begin_wait();
    while (look_is_busy())
        uv_run(loop, UV_RUN_ONCE);
    is_int(seen, before, "who has gone is told nothing");
}

int main(int argc, char **argv)
{
    (void)argc;
    loop = uv_default_loop();
    far_open(loop, argv);
    sources_t *sources = sources_make(told, NULL, &tenant);
    test_events(sources);
    test_looks(sources);
    test_races(sources);
    test_odd_paths(sources);
    test_arrival(sources);
    test_directories(sources);
    test_bounds(sources);
    test_bytes();
    sources_close(sources);
    test_clock();
    uv_run(loop, UV_RUN_DEFAULT);
    unlink(far_path("far.py"));
    unlink(far_path("near.py"));
    unlink(far_path("tmp/e.txt"));
    unlink(far_path("x/y/e.txt"));
    rmdir(far_path("tmp"));
    rmdir(far_path("x/y"));
    rmdir(far_path("x"));
    for (const char *name = "abcde"; *name; name++) {
        char file[] = {*name, '.', 'p', 'y', '\0'};
        unlink(far_path(file));
    }
    far_close();
    return done_testing();
}
