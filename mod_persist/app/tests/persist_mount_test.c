/* SPDX-License-Identifier: Apache-2.0 */
/* persist_mount_test.c: where in a URL an application begins. */

#include "app/persist_mount.h"
#include "tap.h"

#include <string.h>

static void splits(const char *uri, const char *rest, int length,
                   const char *name)
{
    size_t found = 0;
    int rc = persist_mount_split(uri, rest, &found);
    ok(length < 0 ? rc != 0 : rc == 0 && found == (size_t)length, name);
}

static void test_split(void)
{
    splits("/app/a/b", "/a/b", 4, "the mount is what is left of the URL");
    splits("/app/", "/", 4, "it ends in no slash");
    splits("/app", "", 4, "the folder without its slash");
    splits("/app/", "", 4, "a directory's name may lack the slash");
    splits("/app/sub/", "/sub", 4, "so may a directory's below the folder");
    splits("/a/b", "/a/b", 0, "the folder is the root of the site");
    splits("/", "/", 0, "its root");
    splits("/app//a///b", "/a/b", 4, "a run of slashes equals one");
    splits("//app//", "/", 5, "but the mount keeps its own");
    splits("/app/x/x", "/x", 6, "the end counts, not the first match");
    splits("/other", "/page", -1, "a rule that leads into the folder");
    splits("/b", "/a/b", -1, "the URL is shorter than the way");
    splits("/ab", "/b", -1, "a name is not cut");
    splits("", "/", 0, "an empty URL");
}

static void test_below(void)
{
    const char *uri = "/app/x";
    ok(persist_mount_below(uri, "/app") == uri + 4, "a URL below the mount");
    ok(persist_mount_below(uri, "") == uri, "below the root");
    ok(!persist_mount_below("/apple", "/app"), "not a name that begins so");
    ok(*persist_mount_below("/app", "/app") == '\0', "the mount itself");
}

static void test_behind(void)
{
    const char *path = "/app.wsgi/x";
    ok(persist_mount_behind(path, "app.wsgi") == path + 9, "behind the file");
    ok(*persist_mount_behind("/app.wsgi", "app.wsgi") == '\0', "nothing is");
    ok(!persist_mount_behind("/app.wsgix", "app.wsgi"), "another name");
    ok(!persist_mount_behind("", "app.wsgi"), "no path");
}

int main(void)
{
    test_split();
    test_below();
    test_behind();
    return done_testing();
}
