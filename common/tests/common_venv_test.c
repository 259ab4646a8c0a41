/* SPDX-License-Identifier: Apache-2.0 */
/* common_venv_test.c: what a folder and a file in its place lead to. */

#include "common_venv.h"
#include "tap.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char work[] = "/tmp/common_venv_test.XXXXXX";
static char file[64];
static common_venv_t venv;

static const char *find(const char *folder)
{
    const char *why = common_venv_find(folder, ".venv", &venv);
    int is_below = strncmp(venv.place, work, strlen(work)) == 0;
    return why ? why : venv.place + (is_below ? strlen(work) : 0);
}

static void leads(const char *text, size_t len, const char *wanted,
                  const char *what)
{
    int fd = open(file, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0 || write(fd, text, len) != (ssize_t)len || close(fd) != 0)
        bail_out("no file");
    is_str(find(work), wanted, what);
}

#define LEADS(text, wanted, what) leads(text, sizeof(text) - 1, wanted, what)

static void test_folders(void)
{
    is_str(find(work), "/.venv", "what is not there is itself");
    ok(!common_venv_is_elsewhere(&venv), "and not elsewhere");
    if (mkdir(file, 0755) != 0)
        bail_out("no folder");
    is_str(find(work), "/.venv", "so is a folder");
    rmdir(file);
    if (mkfifo(file, 0644) != 0)
        bail_out("no FIFO");
    is_str(find(work), "/.venv", "and a FIFO, which is not waited for");
    unlink(file);
}

static void test_files(void)
{
    static const char wrong[] =
        "is a file without the path of a virtual environment: write that into "
        "it (pipenv --venv prints it)";
    static char text[2 * PATH_MAX];
    LEADS("/srv/venvs/a b", "/srv/venvs/a b", "a path");
    ok(common_venv_is_elsewhere(&venv), "is elsewhere");
    LEADS("/srv/venvs/a \r\nmore\n", "/srv/venvs/a", "the line alone counts");
    LEADS("../venvs/a\n", "/../venvs/a", "one that begins in the folder");
    LEADS("shop-8Fz\n", wrong, "a name is no path");
    LEADS("", wrong, "nor is nothing");
    LEADS("a\0/b", wrong, "nor what stands behind a NUL");
    memset(text, 'x', sizeof(text));
    text[1] = '/';
    leads(text, sizeof(text), "has too long a path", "a long one");
    unlink(file);
    text[PATH_MAX] = '\0';
    is_str(find(text), "has too long a path", "a long folder");
}

int main(void)
{
    if (!mkdtemp(work))
        bail_out("no folder");
    snprintf(file, sizeof(file), "%s/.venv", work);
    test_folders();
    test_files();
    rmdir(work);
    return done_testing();
}
