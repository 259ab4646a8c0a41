/* SPDX-License-Identifier: Apache-2.0 */
/* door_start.c: start.lock is held from the look to the end of the start. The
 * kernel frees it when its holder is killed. */

#include "door_start.h"
#include "door_alive.h"
#include "door_memory.h"
#include "door_spawn.h"

#include "common_clock.h"
#include "common_names.h"
#include "slots_layout.h"
#include "slots_object.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LOCK_NAME "start.lock"
#define FAILED_NAME "failed"
#define FAILED_US (INT64_C(10) * 1000000)
#define REASON_MOST 1024
/* A persistd that stops gives its requests ten seconds (run/stop.c). */
#define END_US (INT64_C(13) * 1000000)
#define PAUSE_MS 20

static int take_lock(const door_runtime_t *runtime)
{
    int fd =
        openat(runtime->fd, LOCK_NAME,
               O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    while (fd >= 0 && flock(fd, LOCK_EX) != 0)
        if (errno != EINTR) {
            close(fd);
            return -1;
        }
    return fd;
}

/* Without a table there is nothing to take over, and its name may be another
 * user's by now. */
static int has_table(const char *instance, slots_header_t *header)
{
    char path[COMMON_PATH_SIZE];
    slots_object_t object;
    return common_name_path(path, instance, COMMON_NAME_TABLE) == 0 &&
           slots_object_look(path, &object, header, sizeof(*header)) == 0;
}

static int serves(const char *instance)
{
    slots_header_t header;
    return has_table(instance, &header) &&
           atomic_load(&header.phase) == SLOTS_SERVING;
}

static int is_there(const char *instance)
{
    return door_alive(instance) && !serves(instance);
}

/* Waits until a persistd that does not serve has ended, or serves. Returns 0 if
 * it does neither: it hangs, or has its table where we see none. */
static int await_end(const char *instance)
{
    const struct timespec pause = {0, PAUSE_MS * 1000000};
    int64_t until = common_now_us() + END_US;
    while (is_there(instance)) {
        if (common_now_us() >= until)
            return 0;
        nanosleep(&pause, NULL);
    }
    return 1;
}

const char *door_start_failure(const door_runtime_t *runtime, int64_t *age)
{
    struct stat info;
    char *text = door_memory(REASON_MOST + 1, 1);
    int fd = openat(runtime->fd, FAILED_NAME,
                    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    int is_read = fstat(fd, &info) == 0 && read(fd, text, REASON_MOST) > 0;
    close(fd);
    if (!is_read)
        return NULL;
    *age = common_wall_us() - info.st_mtim.tv_sec * 1000000;
    return text;
}

/* Each request would otherwise try the same in vain, one behind the other. */
static const char *failed_lately(const door_runtime_t *runtime)
{
    int64_t age;
    const char *why = door_start_failure(runtime, &age);
    return why && age >= 0 && age < FAILED_US ? why : NULL;
}

static void note_failure(const door_runtime_t *runtime, const char *why)
{
    int fd = openat(runtime->fd, FAILED_NAME,
                    O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK |
                        O_CLOEXEC,
                    0600);
    if (fd < 0)
        return; /* the next request tries again */
    size_t len = strnlen(why, REASON_MOST);
    if (write(fd, why, len) < 0)
        unlinkat(runtime->fd, FAILED_NAME, 0);
    close(fd);
}

/* After a kill the instance is still there: the next persistd takes over its
 * table and its workers. */
static const char *spawn(const door_runtime_t *runtime,
                         const door_settings_t *settings, char *instance,
                         int known)
{
    slots_header_t header;
    if (known && !await_end(instance))
        return door_print("%s: a persistd there neither serves nor ends",
                          instance);
    if (known && door_alive(instance))
        return NULL;
    if ((!known || !door_alive_left(instance) ||
         !has_table(instance, &header)) &&
        door_runtime_renew(runtime, instance) != 0)
        return door_print("%s: %s", runtime->path, strerror(errno));
    return door_spawn(runtime, settings, instance);
}

static const char *start(const door_runtime_t *runtime,
                         const door_settings_t *settings)
{
    char instance[PATH_MAX];
    int known = door_runtime_instance(runtime, instance) == 0;
    if (known && door_alive(instance) && serves(instance))
        return NULL;
    const char *why = failed_lately(runtime);
    if (why)
        return why;
    why = spawn(runtime, settings, instance, known);
    if (why)
        note_failure(runtime, why);
    else
        unlinkat(runtime->fd, FAILED_NAME, 0);
    return why;
}

const char *door_start(const door_runtime_t *runtime,
                       const door_settings_t *settings)
{
    int lock = take_lock(runtime);
    if (lock < 0)
        return door_print("%s/" LOCK_NAME ": %s", runtime->path,
                          strerror(errno));
    const char *why = start(runtime, settings);
    close(lock);
    return why;
}
