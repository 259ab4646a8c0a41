/* SPDX-License-Identifier: Apache-2.0 */
/* sources_test.c: a change of a file that was loaded is seen. */

#include "clock.h"
#include "sources.h"
#include "tap.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[] = "/tmp/sourcesXXXXXX";
static int changes;

/* Held: a file system does not answer, as one that is far away may. */
static pthread_mutex_t far_away = PTHREAD_MUTEX_INITIALIZER;

int stat(const char *path, struct stat *info)
{
    if (strstr(path, "/far.py")) {
        pthread_mutex_lock(&far_away);
        pthread_mutex_unlock(&far_away);
    }
    return fstatat(AT_FDCWD, path, info, 0);
}

static void changed(void *owner)
{
    (void)owner;
    changes++;
}

static const char *path_of(const char *name)
{
    static char path[256];
    snprintf(path, sizeof(path), "%s/%s", directory, name);
    return path;
}

/* Written beside and put into place, as careful people do. */
static void put(const char *name, const char *text)
{
    FILE *file = fopen(path_of(".new"), "w");
    char draft[256];
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        bail_out("can't write");
    snprintf(draft, sizeof(draft), "%s", path_of(".new"));
    if (rename(draft, path_of(name)) != 0)
        bail_out("can't rename");
}

static int load(sources_t *sources, const char *path, int64_t since)
{
    const wire_bytes_t item = {(const uint8_t *)path, strlen(path)};
    const wire_list_t list = {&item, 1};
    return sources_add(sources, &list, since);
}

static void give_up(uv_timer_t *timer)
{
    uv_stop(timer->loop);
}

/* Turns the loop until something has been heard, for 20 s at most. */
static void turn(uv_loop_t *loop)
{
    static uv_timer_t timer;
    int before = changes;
    uv_timer_init(loop, &timer);
    uv_timer_start(&timer, give_up, 20000, 0);
    while (changes == before && uv_is_active((uv_handle_t *)&timer))
        uv_run(loop, UV_RUN_ONCE);
    uv_timer_stop(&timer);
}

static void test_events(uv_loop_t *loop, sources_t *sources)
{
    put("a.py", "one");
    is_int(load(sources, path_of("a.py"), INT64_MAX), 0, "a file is loaded");
    put("a.py", "other");
    turn(loop);
    is_int(changes, 1, "its change is heard of");
    put("b.py", "one");
    put("a.py", "a third");
    turn(loop);
    is_int(changes, 2, "another file's is not");
    unlink(path_of("a.py"));
    uv_run(loop, UV_RUN_NOWAIT);
    is_int(changes, 2, "a file that goes is no change");
    put("a.py", "back again");
    turn(loop);
    is_int(changes, 3, "one that comes back as another is");
}

static void test_looks(sources_t *sources)
{
    chmod(path_of("a.py"), 0640);
    sources_check(sources);
    is_int(changes, 3, "other rights are no change");
    put("a.py", "a fourth one");
    sources_check(sources);
    is_int(changes, 4, "a look sees what events have not told yet");
    sources_check(sources);
    is_int(changes, 4, "once");
}

static void test_races(sources_t *sources)
{
    int64_t before = clock_wall_us() - 1000000;
    put("c.py", "one");
    is_int(load(sources, path_of("c.py"), before), 1,
           "a file that was written meanwhile is told of");
    is_int(load(sources, path_of("c.py"), before), 0, "the first time");
    put("d.py", "one");
    is_int(load(sources, path_of("d.py"), clock_wall_us() + 1000000), 0,
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
    sources_check(sources);
    is_int(changes, 4, "and is no change");
}

static void test_arrival(sources_t *sources)
{
    is_int(load(sources, path_of("e.py"), 0), 0, "a file is not there");
    put("e.py", "here");
    sources_check(sources);
    is_int(changes, 5, "when it comes, that is a change");
}

static void test_bounds(sources_t *sources)
{
    char path[32];
    for (unsigned i = 0; i < SOURCES_FILES + 10; i++) {
        snprintf(path, sizeof(path), "/no/such/%u.py", i * 7919 % 4099);
        load(sources, path, 0);
    }
    is_int(sources_count(sources), SOURCES_FILES, "no more are kept than that");
    is_int(load(sources, path_of("a.py"), 0), 0,
           "one that is known is not new");
}

/* Turns the loop for a moment. */
static void turn_once(uv_loop_t *loop)
{
    static uv_timer_t timer;
    uv_timer_init(loop, &timer);
    uv_timer_start(&timer, give_up, 1, 0);
    uv_run(loop, UV_RUN_DEFAULT);
}

/* Through a name that is not watched. */
static void change_unheard(const char *name)
{
    char other[] = "/tmp/sourcesXXXXXX", path[sizeof(other) + 8];
    FILE *file;
    if (!mkdtemp(other))
        bail_out("no directory");
    snprintf(path, sizeof(path), "%s/link", other);
    if (link(path_of(name), path) != 0 || !(file = fopen(path, "a")) ||
        fputs("more", file) < 0 || fclose(file) != 0)
        bail_out("can't change");
    unlink(path);
    rmdir(other);
}

static void test_clock(uv_loop_t *loop)
{
    sources_t *sources = sources_make(loop, changed, NULL);
    int before = changes;
    put("far.py", "one");
    load(sources, path_of("far.py"), INT64_MAX);
    turn_once(loop);
    change_unheard("far.py");
    pthread_mutex_lock(&far_away);
    alarm(60); /* the end of a persistd that waits */
    sources_look(sources, slots_now_us());
    turn_once(loop);
    ok(sources_are_busy(), "a look at what does not answer holds nobody up");
    is_int(changes, before, "and tells nothing");
    pthread_mutex_unlock(&far_away);
    turn(loop);
    is_int(changes, before + 1, "until there is an answer");
    ok(!sources_are_busy(), "then it has ended");
    pthread_mutex_lock(&far_away);
    sources_look(sources, slots_now_us() + 60000000);
    sources_close(sources);
    pthread_mutex_unlock(&far_away);
    while (sources_are_busy())
        uv_run(loop, UV_RUN_ONCE);
    alarm(0);
    is_int(changes, before + 1, "who has gone is told nothing");
}

int main(void)
{
    uv_loop_t *loop = uv_default_loop();
    if (!mkdtemp(directory))
        bail_out("no directory");
    sources_t *sources = sources_make(loop, changed, NULL);
    test_events(loop, sources);
    test_looks(sources);
    test_races(sources);
    test_odd_paths(sources);
    test_arrival(sources);
    test_bounds(sources);
    sources_close(sources);
    test_clock(loop);
    uv_run(loop, UV_RUN_DEFAULT);
    unlink(path_of("far.py"));
    for (const char *name = "abcde"; *name; name++) {
        char file[] = {*name, '.', 'p', 'y', '\0'};
        unlink(path_of(file));
    }
    rmdir(directory);
    return done_testing();
}
