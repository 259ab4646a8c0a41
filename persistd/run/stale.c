/* SPDX-License-Identifier: Apache-2.0 */
/* stale.c: removes directories and tables of dead servers. */

#include "run/stale.h"

#include "base/heap.h"
#include "base/log.h"
#include "common_clock.h"
#include "common_names.h"
#include "os/conn.h"
#include "state/instance.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define STALE_PERIOD_US 60000000

/* Parses "<pid>.<8 hex digits>" and returns the pid of the parent process, or 0
 * if this is not an instance's name. */
static pid_t instance_parent(const char *name)
{
    char *end;
    errno = 0;
    long pid = isdigit((unsigned char)name[0]) ? strtol(name, &end, 10) : 0;
    if (pid < 1 || errno || (pid_t)pid != pid || *end != '.' ||
        strlen(end + 1) != 8 || strspn(end + 1, "0123456789abcdef") != 8)
        return 0;
    return (pid_t)pid;
}

/* The link that persist-cgi sets before it starts a persistd for a new instance
 * (front_door/door_runtime.h). */
static int is_current(const char *instance)
{
    char name[64];
    const char *last = strrchr(instance, '/') + 1;
    char *link = heap_print("%.*scurrent", (int)(last - instance), instance);
    ssize_t len = readlink(link, name, sizeof(name));
    int is_unread = len < 0 && errno != ENOENT;
    free(link);
    return is_unread || (len == (ssize_t)strlen(last) &&
                         memcmp(name, last, (size_t)len) == 0);
}

/* An instance of a user's own persistd has the user's number in place of a
 * process, because its starter ends at once. Some process may have that
 * number. */
static int has_starter(const persistd_t *pd, const char *instance, pid_t parent)
{
    if (pd->options.own && (uid_t)parent == geteuid())
        return is_current(instance);
    return kill(parent, 0) == 0 || errno != ESRCH;
}

static int is_ours(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISDIR(info.st_mode) &&
           info.st_uid == geteuid();
}

/* If there is no lock file, persistd was killed before it made one. A lock file
 * that cannot be opened counts as locked. */
static int is_locked(const char *instance)
{
    char path[COMMON_PATH_SIZE];
    if (common_name_path(path, instance, COMMON_NAME_LOCK) != 0)
        return 1;
    int fd = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return errno != ENOENT;
    int locked = flock(fd, LOCK_EX | LOCK_NB) != 0;
    close(fd);
    return locked;
}

static void ignore_message(conn_t *conn, wire_message_t *message)
{
    (void)conn;
    (void)message;
}

static void ignore_gone(conn_t *conn, const char *why)
{
    (void)conn;
    (void)why;
}

static const conn_handlers_t handlers = {ignore_message, ignore_gone};

/* Asks one worker to leave. Returns 1 if there was one. */
static int dismiss(persistd_t *pd, const char *path)
{
    const wire_open_t open = {.version = WIRE_VERSION,
                              .role = WIRE_ROLE_CONTROL};
    conn_t *conn = conn_connect(pd->loop, path, &handlers, NULL);
    if (!conn)
        return errno != ECONNREFUSED && errno != ENOENT;
    conn_send(conn, WIRE_OPEN, &open);
    conn_send(conn, WIRE_STOP, NULL);
    conn_end(conn);
    return 1;
}

/* Returns the number of workers that still listen. */
static int dismiss_all(persistd_t *pd, const char *instance)
{
    char path[COMMON_PATH_SIZE];
    int count = 0;
    if (common_name_path(path, instance, COMMON_NAME_PRIVATE) != 0)
        return 1;
    DIR *directory = opendir(path);
    if (!directory)
        return errno != ENOENT;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        uint32_t slot, incarnation;
        if (common_worker_parse(entry->d_name, &slot, &incarnation) == 0 &&
            common_worker_path(path, instance, slot, incarnation) == 0)
            count += dismiss(pd, path);
    }
    closedir(directory);
    return count;
}

static void clean_instance(persistd_t *pd, const char *instance, pid_t parent)
{
    char path[COMMON_PATH_SIZE];
    if (strcmp(instance, pd->options.instance) == 0 || !is_ours(instance) ||
        has_starter(pd, instance, parent) || is_locked(instance) ||
        dismiss_all(pd, instance) > 0)
        return;
    log_say(LOG_NOTICE, "removing %s: its server was killed", instance);
    if (common_name_path(path, instance, COMMON_NAME_TABLE) == 0)
        slots_object_remove(path);
    instance_remove(instance);
}

void stale_clean(persistd_t *pd)
{
    const char *own = pd->options.instance;
    char *runtime = heap_text(own, (size_t)(strrchr(own, '/') - own));
    DIR *directory = opendir(runtime);
    struct dirent *entry;
    while (directory && (entry = readdir(directory)) != NULL) {
        pid_t parent = instance_parent(entry->d_name);
        if (!parent)
            continue;
        char *instance = heap_print("%s/%s", runtime, entry->d_name);
        clean_instance(pd, instance, parent);
        free(instance);
    }
    if (directory)
        closedir(directory);
    free(runtime);
}

void stale_tick(persistd_t *pd)
{
    int64_t now = common_now_us();
    if (now < pd->stale_at)
        return;
    pd->stale_at = now + STALE_PERIOD_US;
    stale_clean(pd);
}
