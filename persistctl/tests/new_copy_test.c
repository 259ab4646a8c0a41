/* SPDX-License-Identifier: Apache-2.0 */
/* new_copy_test.c: another user's symbolic links in the place of new folders.
 * mkdir(2) is ours here: when it returns, that user has already put a link in
 * the place of the new folder. */

#include "new/new_copy.h"
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char work[] = "/tmp/new_copy_test.XXXXXX";
static const char *victim;

int mkdirat(int folder, const char *name, mode_t mode)
{
    (void)mode;
    return symlinkat(victim, folder, name);
}

static const char *in_work(const char *name)
{
    static char paths[8][256];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, 256, "%s/%s", work, name);
    return path;
}

static void make_file(const char *name)
{
    int fd = open(in_work(name), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0 || write(fd, "text\n", 5) != 5 || close(fd) != 0)
        exit(1);
}

static void test_folder_replaced(void)
{
    struct stat about;
    int to = open(in_work("to"), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    victim = in_work("victim");
    if (to < 0 || fchmod(to, 0750) != 0)
        exit(1);
    is_int(new_copy(in_work("from"), to, in_work("to")), -1,
           "a link in the place of a folder is not followed");
    ok(stat(in_work("victim"), &about) == 0 && (about.st_mode & 0777) == 0700,
       "the folder that it leads to keeps its mode");
    ok(access(in_work("victim/file"), F_OK) != 0, "nothing is written there");
    ok(stat(in_work("to"), &about) == 0 && (about.st_mode & 0777) == 0750,
       "nor is the mode of the folder changed that is filled");
    close(to);
}

static void test_file_linked(void)
{
    int to = open(in_work("other"), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (symlink(in_work("victim/new"), in_work("other/file")) != 0)
        exit(1);
    is_int(new_copy(in_work("from/static"), to, in_work("other")), -1,
           "nor is one in the place of a file");
    is_int(errno, EEXIST, "the name is taken");
    ok(access(in_work("victim/new"), F_OK) != 0, "no file is made");
    is_int(new_copy_show(to, "file"), -1, "a link is not shown");
    close(to);
}

static int new_file(const char *name)
{
    return open(in_work(name), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
}

/* Calls new_copy_show(), and keeps what it prints. */
static int show(int folder, const char *name, char *said, size_t size)
{
    int kept = dup(STDOUT_FILENO), file = new_file("said");
    fflush(stdout);
    if (kept < 0 || dup2(file, STDOUT_FILENO) < 0)
        exit(1);
    int result = new_copy_show(folder, name);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    ssize_t len = pread(file, said, size - 1, 0);
    said[len > 0 ? len : 0] = '\0';
    close(kept);
    close(file);
    return result;
}

static void test_file_of_another(void)
{
    static const char text[] = "a\x1b[2J\n";
    char said[64];
    int to = open(in_work("other"), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int file = new_file("other/wild");
    if (write(file, text, sizeof(text) - 1) != sizeof(text) - 1 ||
        mkfifo(in_work("other/pipe"), 0644) != 0)
        exit(1);
    close(file);
    is_int(show(to, "wild", said, sizeof(said)), 0, "a file is shown");
    is_str(said, "a?[2J\n", "without what a terminal would obey");
    show(to, "pipe", said, sizeof(said));
    is_str(said, "", "nobody waits for a pipe");
    close(to);
}

static void make_folders(void)
{
    static const char *const names[] = {"from", "from/static", "to", "other"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (mkdir(in_work(names[i]), 0755) != 0)
            exit(1);
    if (mkdir(in_work("victim"), 0700) != 0)
        exit(1);
    make_file("from/static/file");
}

static void remove_all(void)
{
    static const char *const names[] = {"from/static/file",
                                        "from/static",
                                        "from",
                                        "to/static",
                                        "to",
                                        "other/file",
                                        "other/wild",
                                        "other/pipe",
                                        "said",
                                        "other",
                                        "victim"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        remove(in_work(names[i]));
    remove(work);
}

int main(void)
{
    if (!mkdtemp(work))
        exit(1);
    make_folders();
    test_folder_replaced();
    test_file_linked();
    test_file_of_another();
    remove_all();
    return done_testing();
}
