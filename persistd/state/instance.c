/* SPDX-License-Identifier: Apache-2.0 */
/* instance.c: directories, and the check of who may write into them. */

#include "state/instance.h"

#include "base/heap.h"
#include "common_names.h"
#include "wire_fault.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LOCK_PAUSE_MS 20

/* In a directory that other users can write to, they could put their own
 * sockets in place of ours. */
static char *directory_fault(const char *path)
{
    struct stat info;
    if (lstat(path, &info) != 0)
        return heap_print("%s: %s: create it, owned by httpd's User, mode 755",
                          path, strerror(errno));
    if (!S_ISDIR(info.st_mode))
        return heap_print("%s is not a directory", path);
    if (info.st_uid != geteuid() && info.st_uid != 0)
        return heap_print("%s belongs to uid %ld: make it belong to httpd's "
                          "User (uid %ld)",
                          path, (long)info.st_uid, (long)geteuid());
    if (info.st_mode & (S_IWGRP | S_IWOTH))
        return heap_print("%s can be written by others (mode %03o): chmod it "
                          "to 755",
                          path, (unsigned)info.st_mode & 0777);
    return NULL;
}

/* mkdir applies the umask, so the mode is set again with chmod. */
static char *make_directory(const char *path, mode_t mode)
{
    if (mkdir(path, mode) != 0 && errno != EEXIST)
        return heap_print("%s: %s", path, strerror(errno));
    char *fault = directory_fault(path);
    if (!fault && chmod(path, mode) != 0)
        fault = heap_print("%s: %s", path, strerror(errno));
    return fault;
}

int instance_open(const char *instance, char **text)
{
    char private[COMMON_PATH_SIZE];
    if (common_name_path(private, instance, COMMON_NAME_PRIVATE) != 0) {
        *text = heap_print("%s is longer than %u bytes: choose a shorter "
                           "PersistRuntimeDir",
                           instance, COMMON_INSTANCE_MAX);
        return WIRE_FAULT_PATH_TOO_LONG;
    }
    char *runtime =
        heap_text(instance, (size_t)(strrchr(instance, '/') - instance));
    char *fault = directory_fault(runtime);
    free(runtime);
    if (!fault)
        fault = make_directory(instance, 0711);
    if (!fault)
        fault = make_directory(private, 0700);
    if (!fault)
        return 0;
    *text = fault;
    return WIRE_FAULT_RUNTIME_DIR;
}

/* Never blocks, whatever file is at the path. */
static int open_lock(const char *path, int *made)
{
    int flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
    int fd = open(path, flags);
    *made = fd < 0 && errno == ENOENT;
    return *made ? open(path, flags | O_CREAT | O_EXCL, 0600) : fd;
}

int instance_lock(const char *instance, int patience_ms, int *made)
{
    char path[COMMON_PATH_SIZE];
    if (common_name_path(path, instance, COMMON_NAME_LOCK) != 0)
        return -1;
    int fd = open_lock(path, made);
    if (fd < 0)
        return -1;
    const struct timespec pause = {0, LOCK_PAUSE_MS * 1000000};
    for (int ms = 0; ms < patience_ms; ms += LOCK_PAUSE_MS) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0)
            return fd;
        nanosleep(&pause, NULL);
    }
    close(fd);
    errno = EWOULDBLOCK;
    return -1;
}

int instance_unlock(const char *instance)
{
    char path[COMMON_PATH_SIZE];
    if (common_name_path(path, instance, COMMON_NAME_LOCK) != 0)
        return -1;
    return unlink(path) == 0 || errno == ENOENT ? 0 : -1;
}

int instance_output_path(char path[COMMON_PATH_SIZE], const char *instance,
                         uint32_t slot, uint32_t incarnation)
{
    char worker[COMMON_PATH_SIZE];
    if (common_worker_path(worker, instance, slot, incarnation) != 0)
        return -1;
    memcpy(path, worker, sizeof(worker));
    *(strrchr(path, '/') + 1) = 'l'; /* the same name with another letter */
    return 0;
}

static void empty_directory(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *directory = fd < 0 ? NULL : fdopendir(fd);
    if (!directory) {
        if (fd >= 0)
            close(fd);
        return;
    }
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            unlinkat(dirfd(directory), entry->d_name, 0);
    closedir(directory);
}

/* The lock is removed last, just before the directory itself, because as long
 * as it exists it shows who uses the directory. */
void instance_remove(const char *instance)
{
    char path[COMMON_PATH_SIZE];
    if (common_name_path(path, instance, COMMON_NAME_ADMIN) == 0)
        unlink(path);
    if (common_name_path(path, instance, COMMON_NAME_PRIVATE) == 0) {
        empty_directory(path);
        rmdir(path);
    }
    rmdir(instance);
}
