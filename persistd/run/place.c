/* SPDX-License-Identifier: Apache-2.0 */
/* place.c: what belongs together is taken together, or given up together. */

#include "run/place.h"

#include "base/heap.h"
#include "base/log.h"
#include "common_names.h"
#include "os/file_id.h"
#include "run/stale.h"
#include "run/stop.h"
#include "state/agenda.h"
#include "state/instance.h"
#include "state/table.h"

#include "wire_fault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOCK_PATIENCE_MS 2000
#define LOCK_ANEW_MS 200

/* Checking these names also checks the directories above them. Both files are
 * open here, so no other files can get their inode numbers. */
static const common_name_t locks[] = {COMMON_NAME_LOCK, COMMON_NAME_OWNERS};

#define LOCKS (sizeof(locks) / sizeof(locks[0]))

struct place {
    file_id_t locks[LOCKS];
};

static int refuse(char **text, const char *what)
{
    *text = heap_print("%s: %s", what, strerror(errno));
    return WIRE_FAULT_RUNTIME_DIR;
}

/* With --anew, httpd has killed the holder of the lock and has waited in vain
 * for its end: it hangs in the kernel and will never run again. Nothing of it
 * is taken over, as if there had been no lock. */
static int take_lock(const options_t *options, int *made)
{
    const char *instance = options->instance;
    if (!options->anew)
        return instance_lock(instance, LOCK_PATIENCE_MS, made);
    int fd = instance_lock(instance, LOCK_ANEW_MS, made);
    if (fd >= 0 || errno != EWOULDBLOCK)
        return fd;
    log_say(LOG_WARN, "the persistd before this one does not end: beginning "
                      "anew, its workers end");
    if (instance_unlock(instance) != 0)
        return -1;
    return instance_lock(instance, LOCK_ANEW_MS, made);
}

/* The lock shows which persistd owns the directory. It is held until the
 * end. */
static int take_directory(persistd_t *pd, int *made, char **text)
{
    const char *instance = pd->options.instance;
    int fault = instance_open(instance, text);
    if (fault)
        return fault;
    if (take_lock(&pd->options, made) >= 0)
        return 0;
    if (errno != EWOULDBLOCK)
        return refuse(text, instance);
    *text = heap_print("another persistd serves %s", instance);
    return WIRE_FAULT_PERSISTD_EXEC;
}

/* If there is no room, directories and tables of killed servers are removed
 * first. */
static int make_table(persistd_t *pd, char **text)
{
    int fault = table_make(pd, text);
    if (!fault)
        return 0;
    free(*text);
    stale_clean(pd);
    return table_make(pd, text);
}

/* Every user can see the name of an instance's directory, and can compute the
 * table's name from it and take that name. So a new instance makes its table
 * before its directory. An existing instance has its table already. */
static int take_parts(persistd_t *pd, char **text)
{
    int made, first = table_is_first(pd);
    int fault = first ? make_table(pd, text) : 0;
    if (fault)
        return fault;
    fault = take_directory(pd, &made, text);
    if (fault && first)
        table_remove(pd);
    pd->first = !fault && first;
    if (fault || first)
        return fault;
    return !made && table_adopt(pd) == 0 ? 0 : make_table(pd, text);
}

static int note_locks(persistd_t *pd, char **text)
{
    char path[COMMON_PATH_SIZE];
    pd->place = heap_make(1, sizeof(*pd->place));
    for (size_t i = 0; i < LOCKS; i++)
        if (common_name_path(path, pd->options.instance, locks[i]) != 0 ||
            file_id_take(&pd->place->locks[i], path) != 0)
            return refuse(text, pd->options.instance);
    return 0;
}

int place_open(persistd_t *pd, char **text)
{
    pd->owners_fd = -1;
    int fault = take_parts(pd, text);
    if (!fault && pd->owners_fd < 0 && table_make_owners(pd) != 0)
        fault = refuse(text, "owners.lock");
    return fault ? fault : note_locks(pd, text);
}

/* Returns 1 with the path of a lock that has been removed or replaced. */
static int find_lost(const persistd_t *pd, char path[COMMON_PATH_SIZE])
{
    for (size_t i = 0; i < LOCKS; i++)
        if (common_name_path(path, pd->options.instance, locks[i]) == 0 &&
            file_id_is_lost(&pd->place->locks[i], path))
            return 1;
    return 0;
}

static int lacks_journal(const persistd_t *pd)
{
    char path[COMMON_PATH_SIZE];
    return common_name_path(path, pd->options.instance, COMMON_NAME_JOURNAL) ==
               0 &&
           faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) != 0 &&
           errno == ENOENT;
}

/* Without the journal, or with an old one, a successor could not adopt the
 * workers. */
static void keep_journal(persistd_t *pd)
{
    if (pd->agenda.unwritten || lacks_journal(pd))
        agenda_journal(pd);
}

static int is_lost(int error)
{
    return error == ENOENT || error == EINVAL || error == EACCES;
}

/* An access to the missing part of the table raises SIGBUS, and an orderly end
 * would access all of it. So this persistd ends at once, and the next one finds
 * the workers. */
static void end_at_once(void)
{
    log_say(LOG_ERROR,
            "PERSIST%04d: the shared table has been truncated: ending at once, "
            "so that httpd starts another",
            WIRE_FAULT_TABLE);
    _exit(1);
}

/* Neither new children of httpd nor another persistd find this table. While
 * this persistd still runs, it can tell the old children that it ends; they
 * then look for the table that its successor makes. */
static void check_table(persistd_t *pd)
{
    char path[COMMON_PATH_SIZE];
    if (common_name_path(path, pd->options.instance, COMMON_NAME_TABLE) != 0)
        return;
    if (slots_map_check(&pd->map, path) == 0) {
        if (slots_map_mend(&pd->map))
            table_damaged(pd, "header");
        return;
    }
    if (errno == EFAULT)
        end_at_once();
    if (!is_lost(errno))
        return;
    log_say(LOG_ERROR,
            "PERSIST%04d: the shared table has lost its name in /dev/shm "
            "(RemoveIPC=yes of systemd-logind? give httpd's User a system "
            "account), or has another size: ending, so that httpd starts "
            "another",
            WIRE_FAULT_TABLE);
    stop_for_successor(pd, "without its table");
}

void place_tick(persistd_t *pd)
{
    char path[COMMON_PATH_SIZE];
    if (!pd->stopping)
        check_table(pd);
    if (pd->stopping)
        return;
    if (!find_lost(pd, path)) {
        keep_journal(pd);
        return;
    }
    log_say(LOG_ERROR,
            "PERSIST%04d: %s has been removed or replaced (does something "
            "clean up below PersistRuntimeDir?): ending, so that httpd starts "
            "another",
            WIRE_FAULT_RUNTIME_DIR, path);
    stop_for_successor(pd, "without its directory");
}
