/* SPDX-License-Identifier: Apache-2.0 */
/* names_test.c: names from numbers and back, and the limits of both. */

#include "slots_names.h"
#include "tap.h"

#include <errno.h>
#include <sys/un.h>

static void test_names(void)
{
    char path[SLOTS_PATH_SIZE];
    static const struct {
        slots_name_t name;
        const char *path;
    } cases[] = {{SLOTS_NAME_PRIVATE, "/i/p"},
                 {SLOTS_NAME_ADMIN, "/i/admin"},
                 {SLOTS_NAME_HTTP, "/i/p/http"},
                 {SLOTS_NAME_OWNERS, "/i/p/owners.lock"},
                 {SLOTS_NAME_LOCK, "/i/p/persistd.lock"},
                 {SLOTS_NAME_JOURNAL, "/i/p/journal"},
                 {SLOTS_NAME_TABLE, "/i/p/table"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        is_int(slots_name_path(path, "/i", cases[i].name), 0, "a name");
        is_str(path, cases[i].path, cases[i].path);
    }
}

static void test_lengths(void)
{
    char instance[SLOTS_INSTANCE_MAX + 2];
    char path[SLOTS_PATH_SIZE] = "untouched";
    memset(instance, 'x', sizeof(instance));
    instance[SLOTS_INSTANCE_MAX + 1] = '\0';
    errno = 0;
    ok(slots_name_path(path, instance, SLOTS_NAME_ADMIN) == -1 &&
           errno == ENAMETOOLONG,
       "an instance that is too long is refused");
    ok(slots_worker_path(path, instance, 0, 0) == -1 && errno == ENAMETOOLONG,
       "for a worker too");
    is_str(path, "untouched", "and not cut");
    instance[SLOTS_INSTANCE_MAX] = '\0';
    is_int(slots_worker_path(path, instance, UINT32_MAX, UINT32_MAX), 0,
           "the longest instance takes the longest worker");
    is_str(path + SLOTS_INSTANCE_MAX, "/p/w.4294967295.4294967295",
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
    is_int(slots_worker_parse("w.12.345", &slot, &incarnation), 0, "parsed");
    ok(slot == 12 && incarnation == 345, "both numbers");
    is_int(slots_worker_parse("w.0.4294967295", &slot, &incarnation), 0,
           "least and most");
    ok(slot == 0 && incarnation == UINT32_MAX, "are read");
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (slots_worker_parse(bad[i], &slot, &incarnation) == -1)
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
