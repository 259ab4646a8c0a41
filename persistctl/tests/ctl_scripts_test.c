/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_scripts_test.c: which script a name means. */

#include "ctl_scripts.h"
#include "tap.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    char place[] = "/tmp/csXXXXXX";
    if (!mkdtemp(place) || chdir(place) != 0 || mkdir("real", 0700) != 0 ||
        mkdir("other", 0700) != 0 || symlink("real", "link") != 0)
        bail_out("no directory");
    FILE *one = fopen("real/app", "w"), *two = fopen("other/app", "w");
    if (!one || !two)
        bail_out("no files");
    fclose(one);
    fclose(two);
    ok(ctl_scripts_is("/no/such", "/no/such"), "the same text, file or not");
    ok(!ctl_scripts_is("/no/such", "/no/other"), "another text, no files");
    ok(ctl_scripts_is("real/app", "link/app"), "over a symbolic link");
    ok(ctl_scripts_is("./real/../link/app", "real/app"), "by another way");
    ok(!ctl_scripts_is("real/app", "other/app"),
       "another file of the same name");
    ok(!ctl_scripts_is("real/app", "/no/such"), "nothing and something");
    unlink("real/app");
    unlink("other/app");
    unlink("link");
    rmdir("real");
    rmdir("other");
    rmdir(place);
    return done_testing();
}
