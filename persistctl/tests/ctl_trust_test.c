/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_trust_test.c: what another user can change is found. Groups and their
 * members are ours here. */

#include "ctl_trust.h"
#include "tap.h"

#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define OTHER 12345

static char work[PATH_MAX];
static char *members[] = {(char *)"me", NULL, NULL};
static int has_group = 1, is_first;

struct group *getgrgid(gid_t gid)
{
    static struct group group;
    group = (struct group){.gr_gid = gid, .gr_mem = members};
    return has_group ? &group : NULL;
}

struct passwd *getpwnam(const char *name)
{
    static struct passwd user;
    user = (struct passwd){.pw_uid = strcmp(name, "me") ? OTHER : geteuid()};
    return &user;
}

static int given;

void setpwent(void)
{
    given = 0;
}

void endpwent(void)
{
}

struct passwd *getpwent(void)
{
    static struct passwd user;
    user = (struct passwd){.pw_uid = OTHER, .pw_gid = getegid()};
    return is_first && given++ == 0 ? &user : NULL;
}

static const char *in_work(const char *name)
{
    static char path[2 * PATH_MAX];
    snprintf(path, sizeof(path), "%s%s%s", work, *name ? "/" : "", name);
    return path;
}

static void set(const char *name, mode_t mode)
{
    if (chmod(in_work(name), mode) != 0)
        bail_out("no such file");
}

/* Each judgement has a process of its own, since it remembers the group. */
static int judge(int (*trust)(const char *, char *), const char *name,
                 const char *blamed)
{
    char where[PATH_MAX] = "";
    int status;
    pid_t child = fork();
    if (child == 0) {
        int good = trust(in_work(name), where);
        if (!good && blamed && strcmp(where, in_work(blamed)) != 0)
            _exit(2);
        _exit(good);
    }
    return waitpid(child, &status, 0) == child ? WEXITSTATUS(status) : -1;
}

static int way(const char *name, const char *blamed)
{
    return judge(ctl_trust_way, name, blamed);
}

static int folder(const char *blamed)
{
    return judge(ctl_trust_folder, "", blamed);
}

static void make_file(const char *name)
{
    FILE *file = fopen(in_work(name), "w");
    if (!file || fclose(file) != 0)
        bail_out("no file");
    set(name, 0644);
}

static void make_all(void)
{
    char given_place[] = "/tmp/ctl_trust_test.XXXXXX";
    umask(022);
    if (!mkdtemp(given_place) || !realpath(given_place, work) ||
        mkdir(in_work("shop"), 0755) != 0 || mkdir(in_work("data"), 0755) != 0)
        bail_out("no directory");
    make_file("app.wsgi");
    make_file("shop/views.py");
    make_file("data/db.sqlite3");
}

static void test_group(void)
{
    set("app.wsgi", 0664);
    is_int(way("app.wsgi", NULL), 1, "a group of one's own may write");
    members[1] = (char *)"bob";
    is_int(way("app.wsgi", "app.wsgi"), 0, "one with another member may not");
    members[1] = NULL;
    is_first = 1;
    is_int(way("app.wsgi", "app.wsgi"), 0,
           "nor one that is another user's first");
    is_first = has_group = 0;
    is_int(way("app.wsgi", "app.wsgi"), 0, "nor one that nobody knows");
    has_group = 1;
    set("app.wsgi", 0644);
}

static void test_others(void)
{
    is_int(way("app.wsgi", NULL), 1, "one's own file");
    is_int(way("none", NULL), 1, "and one that is not there");
    set("app.wsgi", 0646);
    is_int(way("app.wsgi", "app.wsgi"), 0, "not one that all may write");
    set("app.wsgi", 0644);
    set("", 0777);
    is_int(way("app.wsgi", ""), 0, "nor in a directory that all may write");
    set("", 01777);
    is_int(way("app.wsgi", NULL), 1, "but in a sticky one");
    set("", 0755);
    if (geteuid() == 0 && lchown(in_work("app.wsgi"), OTHER, -1) == 0)
        is_int(way("app.wsgi", "app.wsgi"), 0, "nor another user's");
    if (geteuid() == 0 && lchown(in_work("app.wsgi"), 0, -1) != 0)
        bail_out("lchown");
}

static void test_folder(void)
{
    members[1] = (char *)"bob";
    is_int(folder(NULL), 1, "a folder of one's own");
    set("shop/views.py", 0664);
    is_int(folder("shop/views.py"), 0, "a module that another may write");
    set("shop/views.py", 0644);
    set("shop", 0775);
    is_int(folder("shop"), 0, "a package, too");
    set("shop", 0755);
    set("", 01777);
    is_int(folder(""), 0, "others may add a module to a sticky one");
    set("", 0755);
    set("data", 0777);
    set("data/db.sqlite3", 0666);
    is_int(folder(NULL), 1, "data are not run");
    char target[2 * PATH_MAX];
    strcpy(target, in_work("data/db.sqlite3"));
    if (symlink(target, in_work("shop/models.py")) != 0)
        bail_out("no link");
    is_int(folder("data"), 0, "but what a module is a link to");
}

static void remove_all(void)
{
    static const char *const all[] = {
        "app.wsgi", "shop/models.py",  "shop/views.py",
        "shop",     "data/db.sqlite3", "data",
        ""};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        remove(in_work(all[i]));
}

int main(void)
{
    make_all();
    test_others();
    test_group();
    test_folder();
    remove_all();
    return done_testing();
}
