/* SPDX-License-Identifier: Apache-2.0 */
/* persist_runtime_test.c: which PersistRuntimeDir is made, accepted or refused.
 * Only root runs the cases that need several users. */

#include "lifecycle/persist_runtime.h"
#include "tap.h"

#include <apr_general.h>
#include <apr_strings.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STRANGER 12345
#define USER 12346

static char top[] = "/tmp/prXXXXXX";
static apr_pool_t *p;

static const char *path_of(const char *name)
{
    return apr_pstrcat(p, top, "/", name, NULL);
}

static const char *directory(const char *name, mode_t mode, uid_t uid)
{
    const char *path = path_of(name);
    if (mkdir(path, 0700) != 0 || chmod(path, mode) != 0 ||
        (geteuid() == 0 && chown(path, uid, (gid_t)-1) != 0))
        bail_out(path);
    return path;
}

/* persist_runtime_check() gives the same result before, and changes nothing. */
static const char *make(const char *name, uid_t uid)
{
    struct stat before, after;
    int was = stat(path_of(name), &before) == 0;
    const char *said = persist_runtime_check(path_of(name), uid, p);
    int is = stat(path_of(name), &after) == 0;
    const char *why;
    if (was != is || (was && (before.st_mode != after.st_mode ||
                              before.st_uid != after.st_uid)))
        bail_out("a look has changed something");
    why = persist_runtime_make(path_of(name), uid, getegid(), p);
    if (said != why && (!said || !why || strcmp(said, why) != 0))
        bail_out(apr_psprintf(p, "%s: a look says \"%s\", making says \"%s\"",
                              name, said ? said : "good", why ? why : "good"));
    return why;
}

static int refuses(const char *name, uid_t uid, const char *why)
{
    const char *said = make(name, uid);
    return said && strstr(said, why) != NULL;
}

static void test_one_user(void)
{
    struct stat status;
    uid_t own = geteuid();
    ok(!make("new", own), "one that is not there is made");
    ok(stat(path_of("new"), &status) == 0 && (status.st_mode & 07777) == 0755,
       "with mode 0755");
    ok(!make("new/", own), "and taken the next time");
    ok(refuses("none/new", own, "No such file"), "its parent is not made");
    directory("loose", 0777, own);
    ok(refuses("loose", own, "writable by others"), "a loose one is refused");
    ok(refuses("loose/r", own, "writable by others"), "so is a loose parent");
    directory("sticky", 01777, own);
    ok(!make("sticky/r", own), "a sticky parent is good");
    if (symlink(path_of("new"), path_of("link")) != 0)
        bail_out("symlink");
    ok(refuses("link", own, "no directory of its own"), "no link is followed");
}

static void test_several_users(void)
{
    struct stat status;
    ok(!make("given", USER), "root makes one for User");
    ok(stat(path_of("given"), &status) == 0 && status.st_uid == USER,
       "and gives it away");
    ok(!make("given", USER), "which is taken the next time");
    ok(refuses("given", STRANGER, "not to httpd's User"),
       "but not for another User");
    directory("roots", 0755, 0);
    ok(refuses("roots", USER, "not to httpd's User"),
       "what is there is not given away");
    ok(stat(path_of("roots"), &status) == 0 && status.st_uid == 0,
       "and stays root's");
    directory("stranger", 0755, STRANGER);
    ok(refuses("stranger/r", USER, "who could put another directory"),
       "a stranger's directory is no parent");
    ok(stat(path_of("stranger/r"), &status) != 0, "and nothing is made in it");
}

int main(void)
{
    if (apr_initialize() != APR_SUCCESS ||
        apr_pool_create(&p, NULL) != APR_SUCCESS || !mkdtemp(top))
        bail_out("no APR or directory");
    test_one_user();
    if (geteuid() == 0)
        test_several_users();
    if (system(apr_pstrcat(p, "rm -rf ", top, NULL)) != 0)
        bail_out("rm");
    apr_pool_destroy(p);
    apr_terminate();
    return done_testing();
}
