/* SPDX-License-Identifier: Apache-2.0 */
/* table.c: makes, adopts and removes the table. Every local user can compute
 * its name, and others can remove it (RemoveIPC of systemd-logind, for
 * example). Processes that run as httpd's User can truncate it or write into
 * it. */

#include "state/table.h"

#include "base/heap.h"
#include "base/log.h"
#include "common_names.h"
#include "slots_object.h"
#include "slots_owners.h"
#include "slots_wake.h"

#include "common_clock.h"
#include "wire_fault.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TELL_US (60 * INT64_C(1000000))

/* If the path is too long, the check of the directory reports that. */
int table_is_first(const persistd_t *pd)
{
    char path[COMMON_PATH_SIZE];
    const char *instance = pd->options.instance;
    return common_name_path(path, instance, COMMON_NAME_TABLE) == 0 &&
           faccessat(AT_FDCWD, instance, F_OK, AT_SYMLINK_NOFOLLOW) != 0 &&
           errno == ENOENT;
}

/* Only our User can have made the journal. Without a journal, a table with our
 * name is not one that httpd's children use. */
static int had_predecessor(const persistd_t *pd)
{
    char path[COMMON_PATH_SIZE];
    return common_name_path(path, pd->options.instance, COMMON_NAME_JOURNAL) ==
               0 &&
           access(path, F_OK) == 0;
}

static int log_useless(const char *what, const char *why)
{
    log_say(LOG_ERROR,
            "PERSIST%04d: %s of the persistd before this one: %s: there will "
            "be a new one, and new workers",
            WIRE_FAULT_TABLE, what, why);
    return -1;
}

static void serve(persistd_t *pd)
{
    pd->table = &pd->map.table;
    slots_beat(pd->table, common_now_us()); /* until the first turn */
    atomic_store(&pd->table->header->phase, SLOTS_SERVING);
    atomic_store(&pd->table->header->lacking, 0); /* as far as known so far */
    slots_set_calm(pd->table, 0, 0);
}

/* The file may not be the one whose bytes httpd's children have locked. Judged
 * by another file, all children would look dead. */
static int adopt_owners(persistd_t *pd)
{
    char path[COMMON_PATH_SIZE];
    if (common_name_path(path, pd->options.instance, COMMON_NAME_OWNERS) == 0)
        pd->owners_fd = slots_owners_open(path, pd->map.id);
    return pd->owners_fd >= 0 ? 0 : -1;
}

/* The table is kept because httpd's children have it mapped. If it is damaged,
 * it is useless to them as well. */
int table_adopt(persistd_t *pd)
{
    char path[COMMON_PATH_SIZE];
    if (!had_predecessor(pd) ||
        common_name_path(path, pd->options.instance, COMMON_NAME_TABLE) != 0)
        return -1;
    if (slots_map_open(&pd->map, path) != 0)
        return log_useless("the table", strerror(errno));
    if (adopt_owners(pd) != 0) {
        log_useless("owners.lock", errno == ESTALE ? "it is another table's"
                                                   : strerror(errno));
        slots_map_close(&pd->map);
        return -1;
    }
    serve(pd);
    return 0;
}

/* A predecessor that was killed could not mark its table as replaced. Without
 * the mark, httpd's children would go on claiming workers in it. */
static void retire(const char *path)
{
    slots_map_t old;
    if (slots_map_open(&old, path) != 0)
        return;
    atomic_store(&old.table.header->phase, SLOTS_REPLACED);
    for (uint32_t pool = 0; pool < old.table.sizes.pools; pool++)
        slots_wake_all(&old.table, pool);
    slots_map_close(&old);
}

static const char *advice(int error)
{
    switch (error) {
    case EEXIST:
        return ": another user has taken its name in /dev/shm; stop and start "
               "httpd";
    case ENOENT:
    case EACCES:
    case EROFS:
        return ": /dev/shm has to be a tmpfs in which everybody may write "
               "(mode 1777)";
    default:
        return "";
    }
}

static char *why_not(int error, const slots_room_t *room)
{
    if (error == ENOSPC || error == ENOMEM)
        return heap_print(
            "it takes %" PRIu64 " bytes of shared memory, and %" PRIu64
            " are free: make /dev/shm larger (its mount option size=, a "
            "container's --shm-size), or lower PersistMaxPools and "
            "PersistMaxWorkers; a graceful restart of httpd gives back what "
            "tables before this one take",
            room->wanted, room->free);
    return heap_print("%s%s", strerror(error), advice(error));
}

/* A table that cannot be removed belongs to another user, so its name is
 * taken. */
int table_make(persistd_t *pd, char **text)
{
    char path[COMMON_PATH_SIZE];
    slots_room_t room = {0};
    int made = -1;
    errno = ENAMETOOLONG;
    if (common_name_path(path, pd->options.instance, COMMON_NAME_TABLE) == 0) {
        retire(path);
        slots_object_remove(path);
        made = slots_map_make(&pd->map, path, &pd->options.sizes, &room);
    }
    if (made == 0) {
        serve(pd);
        return 0;
    }
    char *why = why_not(errno, &room);
    *text = heap_print("%s: %s", pd->options.instance, why);
    free(why);
    return WIRE_FAULT_TABLE;
}

int table_make_owners(persistd_t *pd)
{
    char path[COMMON_PATH_SIZE];
    if (common_name_path(path, pd->options.instance, COMMON_NAME_OWNERS) == 0)
        pd->owners_fd = slots_owners_create(path, pd->map.id);
    return pd->owners_fd >= 0 ? 0 : -1;
}

void table_damaged(persistd_t *pd, const char *field)
{
    if (pd->damages++ == 0)
        pd->damage = field;
}

void table_tell(persistd_t *pd, int64_t now)
{
    if (pd->damages == 0 ||
        (pd->damage_told && now - pd->damage_told < TELL_US))
        return;
    log_say(LOG_ERROR,
            "PERSIST%04d: the shared table was overwritten, as any script can "
            "do: %s is written anew (%u such words since the last line)",
            WIRE_FAULT_TABLE, pd->damage, pd->damages);
    pd->damages = 0;
    pd->damage_told = now;
}

void table_remove(persistd_t *pd)
{
    char path[COMMON_PATH_SIZE];
    if (common_name_path(path, pd->options.instance, COMMON_NAME_TABLE) == 0)
        slots_object_remove(path);
}
