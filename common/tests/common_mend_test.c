/* SPDX-License-Identifier: Apache-2.0 */
/* common_mend_test.c: what is to be pasted for a file, for a link and for names
 * that a shell or a terminal would obey. */

#include "common_mend.h"
#include "tap.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char work[] = "/tmp/common_mend_test.XXXXXX";

static const char *in_work(const char *name)
{
    static char paths[8][256];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, 256, "%s/%s", work, name);
    return path;
}

static void mends(const char *name, const char *wanted, const char *what)
{
    const common_mend_t mend = {in_work("app"), in_work(name), "a b", "sudo "};
    const char *line = common_mend_line(&mend, "~chmod u:% @ && ~ls @");
    is_str(line, wanted, what);
    free((char *)(uintptr_t)line);
}

/* Neither names the file in a command, and both the link and its target. */
static void names(const char *name, const char *link, const char *target,
                  const char *what)
{
    const common_mend_t mend = {in_work("app"), in_work(name), NULL, ""};
    const char *line = common_mend_line(&mend, "chmod 644 @");
    ok(!strstr(line, "chmod"), what);
    ok(strstr(line, in_work(link)) && strstr(line, in_work(target)),
       "it names the link and its target");
    free((char *)(uintptr_t)line);
}

static void make_all(void)
{
    if (!mkdtemp(work) || mkdir(in_work("app"), 0755) != 0 ||
        mkdir(in_work("else"), 0755) != 0 ||
        close(open(in_work("else/file"), O_CREAT | O_WRONLY | O_CLOEXEC,
                   0644)) != 0 ||
        symlink("../else/file", in_work("app/file")) != 0 ||
        symlink("../else", in_work("app/folder")) != 0 ||
        symlink(in_work("none"), in_work("app/dangling")) != 0 ||
        symlink("app", in_work("www")) != 0)
        bail_out("no files");
}

static void remove_all(void)
{
    static const char *const all[] = {"www",      "app/dangling", "app/folder",
                                      "app/file", "else/file",    "else",
                                      "app"};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        remove(in_work(all[i]));
    rmdir(work);
}

static void test_above(void)
{
    const common_mend_t mend = {in_work("www"), in_work("www/.env"), NULL, ""};
    const char *line = common_mend_line(&mend, "chmod 640 @");
    ok(strncmp(line, "chmod 640 /", 11) == 0,
       "a link above the folder is not its owner's");
    free((char *)(uintptr_t)line);
}

static void test_unshown(const char *name, const char *what)
{
    const common_mend_t mend = {in_work("app"), in_work(name), NULL, ""};
    ok(!strstr(common_mend_line(&mend, "chmod 640 @"), "chmod"), what);
}

int main(void)
{
    char wanted[1024];
    make_all();
    snprintf(wanted, sizeof(wanted),
             "sudo chmod u:'a b' %s/app/x && sudo ls %s/app/x", work, work);
    mends("app/x", wanted, "every gap is filled");
    snprintf(wanted, sizeof(wanted),
             "sudo chmod u:'a b' '%s/app/$(id)' && sudo ls '%s/app/$(id)'",
             work, work);
    mends("app/$(id)", wanted, "and every word quoted");
    snprintf(wanted, sizeof(wanted),
             "sudo chmod u:'a b' %s/a@%%/y && sudo ls %s/a@%%/y", work, work);
    mends("a@%/y", wanted, "a name holds no gaps");
    names("app/file", "app/file", "else/file", "no command changes a link");
    names("app/folder/file", "app/folder", "else/file",
          "nor what is behind one");
    names("app/folder/new", "app/folder", "else", "nor what is not there yet");
    names("app/dangling", "app/dangling", "none", "nor one that dangles");
    test_above();
    test_unshown("app/a\nb", "a line end is in no line");
    test_unshown("app/a\x1b[2J", "nor what a terminal obeys");
    test_unshown("app/\xff", "nor what is no character");
    test_unshown("app/\u202e", "nor what turns the line round");
    remove_all();
    return done_testing();
}
