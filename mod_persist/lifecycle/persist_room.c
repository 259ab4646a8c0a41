/* SPDX-License-Identifier: Apache-2.0 */
/* persist_room.c: checks for room for the table before httpd leaves its
 * terminal. persistd makes the table later, and its result counts, because
 * other programs may take the room meanwhile. */

#include <httpd.h> /* before all other headers of httpd */

#include "lifecycle/persist_instance.h"
#include "lifecycle/persist_room.h"
#include "lifecycle/persist_settings.h"

#include "slots_object.h"
#include "slots_table.h"

#include <apr_file_info.h>
#include <apr_strings.h>
#include <errno.h>
#include <http_log.h>
#include <inttypes.h>
#include <mpm_common.h>
#include <signal.h>
#include <unistd.h>

/* True if a server runs. The room that is free beside its table tells
 * nothing. */
static int server_runs(apr_pool_t *p)
{
    pid_t pid;
    return ap_read_pid(p, ap_pid_fname, &pid) == APR_SUCCESS &&
           (kill(pid, 0) == 0 || errno == EPERM);
}

/* True if a killed server has left files, whose room persistd frees before it
 * makes the table. */
static int has_remains(const char *runtime_dir, apr_pool_t *p)
{
    apr_finfo_t entry;
    apr_dir_t *dir;
    int found = 0;
    if (apr_dir_open(&dir, runtime_dir, p) != APR_SUCCESS)
        return 0;
    while (!found && apr_dir_read(&entry, APR_FINFO_NAME, dir) == APR_SUCCESS)
        found = entry.name[0] != '.';
    apr_dir_close(dir);
    return found;
}

/* Returns 0 only if there is certainly too little room. */
static int has_room(const persist_server_config_t *config, slots_room_t *room,
                    apr_pool_t *p)
{
    persist_instance_t sizes;
    slots_sizes_t table;
    persist_settings_sizes(config, &sizes);
    table = (slots_sizes_t){sizes.owners, sizes.slots, sizes.pools};
    return slots_object_room(apr_psprintf(p, "%s/check.%" APR_PID_T_FMT,
                                          config->runtime_dir, getpid()),
                             slots_table_bytes(&table), room) != 0 ||
           room->wanted <= room->free;
}

const char *persist_room_lack(const persist_server_config_t *config,
                              apr_pool_t *p)
{
    slots_room_t room;
    if (server_runs(p) || has_room(config, &room, p) ||
        has_remains(config->runtime_dir, p))
        return NULL;
    return apr_psprintf(p,
                        "the table takes %" PRIu64 " bytes of shared memory, "
                        "and %" PRIu64 " are free: make /dev/shm larger (its "
                        "mount option size=, a container's --shm-size), or "
                        "lower PersistMaxPools and PersistMaxWorkers",
                        room.wanted, room.free);
}
