/* SPDX-License-Identifier: Apache-2.0 */
/* common_memory_test.c: what a process has of its own. */

#include "common_memory.h"
#include "tap.h"

#include <errno.h>
#include <grp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KEPT ((size_t)32 << 20)
#define GROUPS 2000

static uint64_t memory(void)
{
    uint64_t bytes = 0;
    return common_memory(getpid(), &bytes) == 0 ? bytes : 0;
}

static int join_many_groups(void)
{
    gid_t groups[GROUPS];
    for (gid_t i = 0; i < GROUPS; i++)
        groups[i] = 1000000 + i;
    return setgroups(GROUPS, groups);
}

static void test_memory(void)
{
    uint64_t before = memory();
    char *kept = malloc(KEPT);
    ok(before > 0, "a process has memory");
    memset(kept, 1, KEPT);
    ok(memory() >= before + KEPT, "what it has written to is counted");
    if (join_many_groups() == 0)
        ok(memory() >= before + KEPT, "also with many groups");
    ok(kept[KEPT - 1] == 1, "it was kept");
    free(kept);
}

int main(void)
{
    uint64_t bytes;
    if (common_memory(getpid(), &bytes) != 0)
        is_int(errno, ENOSYS, "the system does not tell of memory");
    else
        test_memory();
    return done_testing();
}
