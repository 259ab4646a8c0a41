/* SPDX-License-Identifier: Apache-2.0 */
/* entry.c: looks for the application's file. */

#include "entry.h"

#include "common_app_others.h"
#include "fail.h"
#include "words.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* httpd gives absolute paths, whose links stay: a deployment may switch them.
 */
static const char *absolute(const char *path)
{
    const char *found = path[0] == '/' ? path : realpath(path, NULL);
    if (!found)
        fail("%s: %s", path, strerror(errno));
    return found;
}

static const char *directory_of(const char *path)
{
    size_t len = (size_t)(strrchr(path, '/') - path);
    return words_print("%.*s", len > 0 ? (int)len : 1, path);
}

static const char *without_slashes(const char *folder)
{
    size_t len = strlen(folder);
    while (len > 1 && folder[len - 1] == '/')
        len--;
    return words_print("%.*s", (int)len, folder);
}

static int is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* "app.wsgi, wsgi.py, …" */
static const char *convention_names(void)
{
    const char *names = "";
    for (size_t i = 0; common_app_convention(i); i++)
        names = words_print("%s%s%s", names, i ? ", " : "",
                            common_app_convention(i)->name);
    return names;
}

static const char *discover(const char *folder)
{
    for (size_t i = 0; common_app_convention(i); i++) {
        const char *file =
            words_print("%s/%s", folder, common_app_convention(i)->name);
        if (is_file(file))
            return file;
    }
    char others[COMMON_APP_OTHERS_SIZE];
    common_app_others(folder, others);
    fail("%s has no application: name its file, or have one of %s%s", folder,
         convention_names(), others);
}

void entry_find(entry_t *entry, const options_t *options)
{
    struct stat info;
    const char *path = absolute(options->entry);
    if (stat(path, &info) != 0)
        fail("%s: %s", path, strerror(errno));
    int searched = S_ISDIR(info.st_mode);
    if (!searched && !S_ISREG(info.st_mode))
        fail("%s is no regular file", path);
    const char *folder = options->folder ? absolute(options->folder)
                         : searched      ? path
                                         : directory_of(path);
    entry->folder = without_slashes(folder);
    entry->file = searched ? discover(without_slashes(path)) : path;
    entry->app = common_app_find(entry->file);
    entry->is_auto = searched || options->is_auto;
}

static int begins_with_interpreter(const char *path)
{
    char start[2];
    int fd = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC);
    int found = fd >= 0 && read(fd, start, 2) == 2 && start[0] == '#' &&
                start[1] == '!';
    if (fd >= 0)
        close(fd);
    return found;
}

int entry_starts_itself(const entry_t *entry)
{
    return !entry->is_auto && !common_app_is_loaded(entry->file) &&
           access(entry->file, X_OK) == 0 &&
           begins_with_interpreter(entry->file);
}
