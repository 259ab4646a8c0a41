/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_instances.c: reads PersistRuntimeDir. */

#include "ctl_instances.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_SIZE 4096

/* "<pid>.<8 hex>" */
static int is_instance(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    return digits > 0 && name[digits] == '.' &&
           strlen(name + digits + 1) == 8 &&
           strspn(name + digits + 1, "0123456789abcdef") == 8;
}

int ctl_instances_each(const char *runtime_dir, ctl_instances_fn *each,
                       void *context)
{
    DIR *directory = opendir(runtime_dir);
    if (!directory)
        return -1;
    int answered = 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char path[PATH_SIZE];
        int len =
            snprintf(path, sizeof(path), "%s/%s", runtime_dir, entry->d_name);
        if (is_instance(entry->d_name) && len < (int)sizeof(path))
            answered += each(context, path) != 0;
    }
    closedir(directory);
    return answered;
}

/* Nobody can replace a directory that is ours in one that is sticky. */
int ctl_instances_own(const char *own_dir, ctl_instances_fn *each,
                      void *context)
{
    struct stat about;
    if (lstat(own_dir, &about) != 0)
        return -1;
    errno = EPERM;
    return S_ISDIR(about.st_mode) && about.st_uid == geteuid() &&
                   !(about.st_mode & (S_IWGRP | S_IWOTH))
               ? ctl_instances_each(own_dir, each, context)
               : -1;
}
