/* SPDX-License-Identifier: Apache-2.0 */
/* sources_test.c: a change of a file that was loaded is seen. */

#include "clock.h"
#include "sources.h"
#include "tap.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[] = "/tmp/sourcesXXXXXX";
static int changes;

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
    load(sources, "/no/such/file.py", 0);
    load(sources, "/tmp", 0);
    is_int(sources_count(sources), count, "what is no file is left out");
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
    sources_close(sources);
    uv_run(loop, UV_RUN_DEFAULT);
    for (const char *name = "abcd"; *name; name++) {
        char file[] = {*name, '.', 'p', 'y', '\0'};
        unlink(path_of(file));
    }
    rmdir(directory);
    return done_testing();
}
