/* SPDX-License-Identifier: Apache-2.0 */
/* common_venv.c: reads the file that stands for an environment. */

#include "common_venv.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char no_path[] =
    "is a file without the path of a virtual environment: write that into it "
    "(pipenv --venv prints it)";

static const char *join(char path[PATH_MAX], const char *folder,
                        const char *name)
{
    int len = snprintf(path, PATH_MAX, "%s/%s", folder, name);
    return len > 0 && len < PATH_MAX ? NULL : "has too long a path";
}

/* Reads the first line without its end. The file may have become a FIFO, which
 * is not waited for. */
static const char *read_line(const char *path, char line[PATH_MAX])
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    ssize_t len = fd < 0 ? -1 : read(fd, line, PATH_MAX - 1);
    if (fd >= 0)
        close(fd);
    if (len < 0)
        return "is a file that cannot be read";
    line[len] = '\0';
    size_t end = strcspn(line, "\r\n");
    while (end > 0 && line[end - 1] == ' ')
        end--;
    line[end] = '\0';
    return NULL;
}

/* A name without a slash is that of an environment below somebody's home
 * directory, which cannot be found from here. */
static const char *follow(const char *folder, common_venv_t *venv)
{
    char line[PATH_MAX];
    const char *why = read_line(venv->path, line);
    if (why)
        return why;
    if (!strchr(line, '/'))
        return no_path;
    if (line[0] != '/')
        return join(venv->place, folder, line);
    memcpy(venv->place, line, strlen(line) + 1);
    return NULL;
}

const char *common_venv_find(const char *folder, const char *name,
                             common_venv_t *venv)
{
    struct stat info;
    const char *why = join(venv->path, folder, name);
    memcpy(venv->place, venv->path, sizeof(venv->place));
    if (!why && stat(venv->path, &info) == 0 && S_ISREG(info.st_mode))
        why = follow(folder, venv);
    return why;
}

int common_venv_is_elsewhere(const common_venv_t *venv)
{
    return strcmp(venv->path, venv->place) != 0;
}
