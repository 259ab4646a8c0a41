/* SPDX-License-Identifier: Apache-2.0 */
/* common_app_others_test.c: what a folder without an application has. */

#include "common_app_others.h"
#include "tap.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/othersXXXXXX";
static char text[COMMON_APP_OTHERS_SIZE];

static const char *path_of(const char *name)
{
    static char path[512];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static void put(const char *name)
{
    int fd = open(path_of(name), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        bail_out("no file");
    close(fd);
}

/* What is said while the folder has this file alone. */
static const char *said_of(const char *name)
{
    put(name);
    common_app_others(folder, text);
    unlink(path_of(name));
    return text;
}

static void test_one(void)
{
    is_str(said_of("notes.txt"), "", "a file of no language");
    is_str(said_of("serve.py"),
           "; found are serve.py (another name: it has to be named)",
           "another name");
    ok(strstr(said_of("manage.py"), "Django") != NULL, "a known one");
    is_str(said_of("setup.py"), "", "one that is no application");
    is_str(said_of(".hidden.py"), "", "a hidden one");
    is_str(said_of("a\nb.py"), "", "one that would break the line");
}

static void test_directory(void)
{
    mkdir(path_of("app.py"), 0700);
    common_app_others(folder, text);
    is_str(text, "; found are app.py (no regular file that can be reached)",
           "a directory of a conventional name");
    rmdir(path_of("app.py"));
}

static void test_bounds(void)
{
    char name[32];
    for (int i = 0; i < 9; i++) {
        snprintf(name, sizeof(name), "x%d.py", i);
        put(name);
    }
    common_app_others(folder, text);
    int commas = 0;
    for (const char *at = text; (at = strchr(at, ',')); at++)
        commas++;
    is_int(commas, 4, "five are named");
    for (int i = 0; i < 9; i++) {
        snprintf(name, sizeof(name), "x%d.py", i);
        unlink(path_of(name));
    }
    common_app_others("/nonexistent", text);
    is_str(text, "", "no folder");
}

int main(void)
{
    if (!mkdtemp(folder))
        bail_out("no directory");
    test_one();
    test_directory();
    test_bounds();
    rmdir(folder);
    return done_testing();
}
