/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_scripts_test.c: which scripts of a report a name means, and what it costs
 * to find out. The report and fork(2) are ours here. */

#include "ctl_ask.h"
#include "ctl_scripts.h"
#include "tap.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { POOLS = 1000 };

static const char *pool; /* the script of each pool; NULL: each has another */
static int forks;

pid_t fork(void)
{
    forks++;
    return _Fork();
}

static int put(msgpack_sbuffer *report, const char *folder, const char *name)
{
    char record[64];
    int len = snprintf(record, sizeof(record), "pool=%s%s", folder, name) + 1;
    return msgpack_sbuffer_write(report, record, (size_t)len) != 0 ||
           msgpack_sbuffer_write(report, "", 1) != 0;
}

int ctl_ask_report(const char *instance, int format, const char *script,
                   msgpack_sbuffer *report)
{
    char number[16];
    int failed = 0;
    (void)instance;
    (void)format;
    (void)script;
    if (pool)
        return put(report, pool, "") || put(report, pool, "");
    for (int i = 0; i < POOLS; i++) {
        snprintf(number, sizeof(number), "%d", i);
        failed |= put(report, "./real/", number);
    }
    return failed;
}

static size_t count(const char *name)
{
    ctl_scripts_t scripts;
    size_t found =
        ctl_scripts_find(&scripts, "", name) == 0 ? scripts.count : 0;
    ctl_scripts_clear(&scripts);
    return found;
}

static int is(const char *name, const char *script)
{
    pool = script;
    return count(name) == 1;
}

static void make_place(char *place)
{
    if (!mkdtemp(place) || chdir(place) != 0 || mkdir("real", 0700) != 0 ||
        mkdir("other", 0700) != 0 || symlink("real", "link") != 0)
        bail_out("no directory");
    FILE *one = fopen("real/app", "w"), *two = fopen("other/app", "w");
    if (!one || !two)
        bail_out("no files");
    fclose(one);
    fclose(two);
    if (link("real/app", "real/997") != 0 || link("real/app", "real/998") != 0)
        bail_out("no links");
}

static void remove_place(const char *place)
{
    static const char *const names[] = {"real/app",  "real/997", "real/998",
                                        "other/app", "link",     "real",
                                        "other"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        remove(names[i]);
    rmdir(place);
}

int main(void)
{
    char place[] = "/tmp/csXXXXXX";
    make_place(place);
    ok(is("/no/such", "/no/such"), "the same text, file or not");
    ok(!is("/no/such", "/no/other"), "another text, no files");
    ok(is("real/app", "link/app"), "over a symbolic link");
    ok(is("./real/../link/app", "real/app"), "by another way");
    ok(!is("real/app", "other/app"), "another file of the same name");
    ok(!is("real/app", "/no/such"), "nothing and something");
    pool = NULL;
    forks = 0;
    is_int(count("real/app"), 2, "two of a thousand scripts have its file");
    is_int(forks, 1, "one process finds that out");
    remove_place(place);
    return done_testing();
}
