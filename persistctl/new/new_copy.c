/* SPDX-License-Identifier: Apache-2.0 */
/* new_copy.c: copies files and folders. Templates are texts of a few lines.
 * Root may make a folder where another user can rename what it holds. So we
 * hold the folder's descriptor, and follow no symbolic link below it. */

#include "new/new_copy.h"
#include "ctl_print.h"
#include "new/new_text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int join(char path[PATH_MAX], const char *folder, const char *name)
{
    if (snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX)
        return 0;
    errno = ENAMETOOLONG;
    return -1;
}

/* Returns NULL with errno also for a file that is longer than a template. */
static char *read_text(int folder, const char *path, int flags)
{
    int fd = openat(folder, path, O_RDONLY | O_CLOEXEC | flags);
    FILE *file = fd >= 0 ? fdopen(fd, "r") : NULL;
    char *text = file ? calloc(1, NEW_TEXT_MAX) : NULL;
    if (text && fread(text, 1, NEW_TEXT_MAX, file) == NEW_TEXT_MAX) {
        free(text);
        text = NULL;
        errno = EFBIG;
    }
    int error = errno;
    if (file)
        fclose(file);
    else if (fd >= 0)
        close(fd);
    errno = error;
    return text;
}

static int write_text(int folder, const char *name, const char *text)
{
    int fd = openat(folder, name,
                    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    size_t len = strlen(text);
    if (fd < 0)
        return -1;
    int failed = fchmod(fd, new_text_mode(name, text)) != 0 ||
                 write(fd, text, len) != (ssize_t)len;
    return close(fd) == 0 && !failed ? 0 : -1;
}

static int copy_file(const char *from, int to, const char *name,
                     const char *root)
{
    char *text = read_text(AT_FDCWD, from, 0);
    char *filled = text ? new_text_fill(text, root) : NULL;
    int result = filled ? write_text(to, name, filled) : -1;
    int error = errno;
    free(text);
    free(filled);
    errno = error;
    return result;
}

static int copy_folder(const char *from, int to, const char *name,
                       const char *root)
{
    if (mkdirat(to, name, 0755) != 0)
        return -1;
    int fd = openat(to, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int result = fd >= 0 ? new_copy(from, fd, root) : -1;
    int error = errno;
    if (fd >= 0)
        close(fd);
    errno = error;
    return result;
}

static int copy_entry(const char *folder, const char *name, int to,
                      const char *root)
{
    char from[PATH_MAX];
    struct stat about;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return 0;
    if (join(from, folder, name) != 0 || stat(from, &about) != 0)
        return -1;
    return S_ISDIR(about.st_mode) ? copy_folder(from, to, name, root)
                                  : copy_file(from, to, name, root);
}

int new_copy(const char *from, int to, const char *root)
{
    int result = 0;
    DIR *directory = opendir(from);
    struct dirent *entry;
    if (!directory)
        return -1;
    while (result == 0 && (entry = readdir(directory)) != NULL)
        result = copy_entry(from, entry->d_name, to, root);
    int error = errno;
    closedir(directory);
    errno = error;
    return result;
}

/* The folder may be another user's, who may have put another file there. */
int new_copy_show(int folder, const char *name)
{
    char *text = read_text(folder, name, O_NOFOLLOW | O_NONBLOCK);
    if (!text)
        return -1;
    ctl_print(stdout, text, strlen(text));
    free(text);
    return 0;
}
