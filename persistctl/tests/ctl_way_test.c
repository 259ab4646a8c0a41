/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_way_test.c: every directory and every link on a way is met. */

#include "ctl_way.h"
#include "tap.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

static char work[PATH_MAX] = "/tmp/ctl_way_test.XXXXXX";
static char met[4096];
static const char *stop;

/* Notes what lies in our directory: a link with "@", a directory with "/". */
static int note(void *context, const char *path, const struct stat *about)
{
    size_t len = strlen(work);
    (void)context;
    if (strncmp(path, work, len) != 0 || path[len] != '/')
        return 0;
    const char *name = path + len + 1;
    strcat(met, name);
    strcat(met, S_ISLNK(about->st_mode)   ? "@ "
                : S_ISDIR(about->st_mode) ? "/ "
                                          : " ");
    return stop && strcmp(name, stop) == 0 ? 7 : 0;
}

static int go(const char *name)
{
    char path[PATH_MAX + 256];
    snprintf(path, sizeof(path), "%s/%s", work, name);
    met[0] = '\0';
    return ctl_way_go(path, note, NULL);
}

static void make_all(void)
{
    char given[] = "/tmp/ctl_way_test.XXXXXX";
    if (!mkdtemp(given) || !realpath(given, work) || chdir(work) != 0 ||
        mkdir("a", 0755) != 0 || mkdir("a/b", 0755) != 0 ||
        mkdir("c", 0755) != 0 || symlink("../../c/f", "a/b/over") != 0 ||
        symlink("over", "a/b/twice") != 0 || symlink("a", "l") != 0 ||
        symlink("loop", "loop") != 0 || symlink("c/none", "gone") != 0)
        bail_out("no directories");
    FILE *file = fopen("c/f", "w");
    if (!file || fclose(file) != 0)
        bail_out("no file");
}

static void remove_all(void)
{
    static const char *const all[] = {
        "c/f", "a/b/over", "a/b/twice", "l", "loop", "gone", "a/b", "a", "c"};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        remove(all[i]);
    rmdir(work);
}

int main(void)
{
    make_all();
    is_int(go("c/f"), 0, "a plain way");
    is_str(met, "c/ c/f ", "has its directories, and the file");
    is_int(go("c//f"), 0, "a slash too many");
    is_str(met, "c/ c/f ", "is none");
    is_int(go("l/b/over"), 0, "a way over two links");
    is_str(met, "l@ a/ a/b/ a/b/over@ a/ c/ c/f ",
           "meets both, and no directory for nothing");
    is_int(go("a/b/twice"), 0, "a link to a link");
    ok(strstr(met, "a/b/twice@ ") && strstr(met, "a/b/over@ "),
       "is followed to its end");
    is_int(go("l/"), 0, "a link with a slash behind it");
    is_str(met, "l@ a/ ", "leads to its directory");
    stop = "a";
    is_int(go("l/b"), 7, "a step may end the way");
    stop = NULL;
    is_int(go("loop"), -1, "links in a circle have no end");
    is_int(errno, ELOOP, "as the kernel says");
    is_int(go("gone"), -1, "a link without a target");
    is_int(errno, ENOENT, "leads nowhere");
    is_int(ctl_way_go("c/f", note, NULL), -1, "a relative path is refused");
    remove_all();
    return done_testing();
}
