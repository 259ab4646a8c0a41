/* SPDX-License-Identifier: Apache-2.0 */
/* fork_random_test.c: a child has random numbers of its own, and its heap and
 * its stack lie where chance has put them, as after execve(2). */

#include "fork_play.h"

#include <unistd.h>

#define CHILDREN 8

static char *const argv[] = {"chance", NULL};
static char *const envp[] = {"PATH=/usr/bin:/bin", NULL};

typedef struct found {
    char drawn[64], stack[32], heap[32];
} found_t;

static int read_all(const char *program, found_t all[CHILDREN])
{
    int bad = 0;
    fork_client_t *client = play_start(program, argv, envp);
    for (int i = 0; i < CHILDREN; i++) {
        reply_t reply = play_do(client, "");
        bad += reply.status != 0 ||
               sscanf(reply.out, "%63s %31s %31s", all[i].drawn, all[i].stack,
                      all[i].heap) != 3;
    }
    play_stop(client);
    return bad;
}

/* Returns how many pairs are the same. */
static int same(const found_t all[CHILDREN], size_t field)
{
    int count = 0;
    for (int i = 0; i < CHILDREN; i++)
        for (int j = 0; j < i; j++)
            count += strcmp((const char *)&all[i] + field,
                            (const char *)&all[j] + field) == 0;
    return count;
}

static void test_chance(const char *program)
{
    found_t all[CHILDREN];
    is_int(read_all(program, all), 0, "a program runs");
    is_int(same(all, offsetof(found_t, drawn)), 0,
           "no two children have the same numbers of the kernel");
    is_int(same(all, offsetof(found_t, heap)), 0, "nor the same heap");
    ok(same(all, offsetof(found_t, stack)) < 3,
       "nor the same stack, but by chance");
}

/* A constructor has used the heap, or has only asked where it ends. */
static void test_begun(const char *flag)
{
    found_t all[CHILDREN];
    char flags[512], name[64];
    snprintf(flags, sizeof(flags), "%s -shared -fPIC", flag);
    snprintf(name, sizeof(name), "lib%s.so", flag + 2);
    const char *library = play_build("library", name, flags);
    snprintf(flags, sizeof(flags), "-Wl,--no-as-needed %s", library);
    is_int(read_all(play_build("chance", flag + 2, flags), all), 0, flag);
    is_int(same(all, offsetof(found_t, drawn)), 0, "with numbers of its own");
}

int main(void)
{
    test_chance(play_build("chance", "chance", ""));
    test_chance(play_build("chance", "fixed", "-no-pie -fno-pie"));
    test_begun("-DALLOCATES");
    test_begun("-DASKS");
    return done_testing();
}
