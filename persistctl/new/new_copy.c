/* SPDX-License-Identifier: Apache-2.0 */
/* new_copy.c: copies files and folders. Templates are texts of a few lines. */

#include "new/new_copy.h"
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
static char *read_text(const char *path)
{
    FILE *file = fopen(path, "re");
    char *text = file ? calloc(1, NEW_TEXT_MAX) : NULL;
    if (text && fread(text, 1, NEW_TEXT_MAX, file) == NEW_TEXT_MAX) {
        free(text);
        text = NULL;
        errno = EFBIG;
    }
    int error = errno;
    if (file)
        fclose(file);
    errno = error;
    return text;
}

/* O_EXCL: whoever may write into the folder can't lead us elsewhere. */
static int write_text(const char *path, const char *text, mode_t mode)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    size_t len = strlen(text);
    if (fd < 0)
        return -1;
    int failed = fchmod(fd, mode) != 0 || write(fd, text, len) != (ssize_t)len;
    return close(fd) == 0 && !failed ? 0 : -1;
}

static int copy_file(const char *from, const char *to, const char *root)
{
    char *text = read_text(from);
    char *filled = text ? new_text_fill(text, root) : NULL;
    const char *name = strrchr(to, '/') + 1;
    int result =
        filled ? write_text(to, filled, new_text_mode(name, filled)) : -1;
    int error = errno;
    free(text);
    free(filled);
    errno = error;
    return result;
}

static int copy_all(const char *from, const char *to, const char *root);

static int copy_entry(const char *from, const char *to, const char *root)
{
    struct stat about;
    if (stat(from, &about) != 0)
        return -1;
    if (!S_ISDIR(about.st_mode))
        return copy_file(from, to, root);
    return mkdir(to, 0755) == 0 ? copy_all(from, to, root) : -1;
}

static int copy_all(const char *from, const char *to, const char *root)
{
    char a[PATH_MAX], b[PATH_MAX];
    int result = chmod(to, 0755);
    DIR *directory = result == 0 ? opendir(from) : NULL;
    struct dirent *entry;
    if (!directory)
        return -1;
    while (result == 0 && (entry = readdir(directory)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        result =
            join(a, from, entry->d_name) == 0 && join(b, to, entry->d_name) == 0
                ? copy_entry(a, b, root)
                : -1;
    }
    int error = errno;
    closedir(directory);
    errno = error;
    return result;
}

int new_copy(const char *from, const char *to)
{
    return copy_all(from, to, to);
}

int new_copy_show(const char *folder, const char *name)
{
    char path[PATH_MAX];
    char *text = join(path, folder, name) == 0 ? read_text(path) : NULL;
    if (!text)
        return -1;
    fputs(text, stdout);
    free(text);
    return 0;
}
