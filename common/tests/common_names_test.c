/* SPDX-License-Identifier: Apache-2.0 */
/* common_names_test.c: names from numbers and back, and the limits of both. */

#include "common_names.h"
#include "tap.h"

#include <errno.h>
#include <sys/un.h>

static void test_names(void)
{
    char path[COMMON_PATH_SIZE];
    static const struct {
        common_name_t name;
        const char *path;
    } cases[] = {{COMMON_NAME_PRIVATE, "/i/p"},
                 {COMMON_NAME_ADMIN, "/i/admin"},
                 {COMMON_NAME_HTTP, "/i/p/http"},
                 {COMMON_NAME_OWNERS, "/i/p/owners.lock"},
                 {COMMON_NAME_LOCK, "/i/p/persistd.lock"},
                 {COMMON_NAME_JOURNAL, "/i/p/journal"},
                 {COMMON_NAME_TABLE, "/i/p/table"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        is_int(common_name_path(path, "/i", cases[i].name), 0, "a name");
        is_str(path, cases[i].path, cases[i].path);
    }
}

static void test_lengths(void)
{
    char instance[COMMON_INSTANCE_MAX + 2];
    char path[COMMON_PATH_SIZE] = "untouched";
    memset(instance, 'x', sizeof(instance));
    instance[COMMON_INSTANCE_MAX + 1] = '\0';
    errno = 0;
    ok(common_name_path(path, instance, COMMON_NAME_ADMIN) == -1 &&
           errno == ENAMETOOLONG,
       "an instance that is too long is refused");
    ok(common_worker_path(path, instance, 0, 0) == -1 && errno == ENAMETOOLONG,
       "for a worker too");
    is_str(path, "untouched", "and not cut");
    instance[COMMON_INSTANCE_MAX] = '\0';
    is_int(common_worker_path(path, instance, UINT32_MAX, UINT32_MAX), 0,
           "the longest instance takes the longest worker");
    is_str(path + COMMON_INSTANCE_MAX, "/p/w.4294967295.4294967295",
           "whose name is whole");
    ok(strlen(path) < sizeof(((struct sockaddr_un *)0)->sun_path),
       "and fits a socket's address");
}

static void test_parse(void)
{
    static const char *const bad[] = {"",
                                      "w",
                                      "w.",
                                      "w.1",
                                      "w.1.",
                                      "w..1",
                                      "w.1.2.3",
                                      "w.01.2",
                                      "w.1.02",
                                      "w.+1.2",
                                      "w.-1.2",
                                      "w. 1.2",
                                      "w.1.2 ",
                                      "w.4294967296.1",
                                      "W.1.2",
                                      "x.1.2",
                                      "w.1,2",
                                      "w.0x1.2",
                                      "w.1.99999999999999999999",
                                      "w.1.2\n",
                                      "http",
                                      "w.00.1"};
    uint32_t slot = 7, incarnation = 7;
    int refused = 0;
    is_int(common_worker_parse("w.12.345", &slot, &incarnation), 0, "parsed");
    ok(slot == 12 && incarnation == 345, "both numbers");
    is_int(common_worker_parse("w.0.4294967295", &slot, &incarnation), 0,
           "least and most");
    ok(slot == 0 && incarnation == UINT32_MAX, "are read");
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (common_worker_parse(bad[i], &slot, &incarnation) == -1)
            refused++;
        else
            printf("# took \"%s\"\n", bad[i]);
    is_int(refused, sizeof(bad) / sizeof(bad[0]), "nothing else is");
    ok(slot == 0 && incarnation == UINT32_MAX, "which leaves both untouched");
}

int main(void)
{
    test_names();
    test_lengths();
    test_parse();
    return done_testing();
}
