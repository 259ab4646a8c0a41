/* SPDX-License-Identifier: Apache-2.0 */
/* persist_check.c: finds what would keep persistd from starting.
 *
 * check_config is the last hook that runs on the terminal, but it also runs for
 * "httpd -k stop", which must not fail because of this check. So httpd -t fails
 * at once, and a start fails in the post_config that follows. A stop has done
 * its work by then. */

#include "lifecycle/persist_check.h"
#include "config/persist_config.h"
#include "lifecycle/persist_room.h"
#include "lifecycle/persist_runtime.h"
#include "lifecycle/persist_spawn.h"
#include "lifecycle/persist_user.h"

#include "wire_fault.h"

#include <errno.h>
#include <http_core.h>
#include <http_log.h>
#include <unistd.h>
#include <unixd.h>

APLOG_USE_MODULE(persist);

static int verdict = OK; /* of this pass; the module is unloaded after it */

static int check_program(const char *path, const char *who, server_rec *s)
{
    if (access(path, X_OK) == 0)
        return OK;
    ap_log_error(APLOG_MARK, APLOG_EMERG, errno, s,
                 "PERSIST%d: %s %s can't be executed", WIRE_FAULT_PERSISTD_EXEC,
                 who, path);
    return HTTP_INTERNAL_SERVER_ERROR;
}

/* Reports the first missing program only, because usually all are missing. */
static int check_programs(const persist_server_config_t *config, server_rec *s,
                          apr_pool_t *p)
{
    static const char *const beside[] = {PERSIST_SPAWN_EXEC,
                                         PERSIST_SPAWN_LOOK};
    int found = check_program(config->daemon, "PersistDaemon", s);
    for (size_t i = 0; i < 2 && found == OK; i++)
        found =
            check_program(persist_spawn_beside(config->daemon, beside[i], p),
                          "PersistDaemon's helper", s);
    return found;
}

/* True if another user only tests what root will start. That user cannot judge
 * root's directory. */
static int is_for_another(void)
{
    return ap_state_query(AP_SQ_RUN_MODE) == AP_SQ_RM_CONFIG_TEST &&
           geteuid() != 0 && ap_unixd_config.user_id != (uid_t)-1 &&
           ap_unixd_config.user_id != geteuid();
}

static int check_runtime(const persist_server_config_t *config, server_rec *s,
                         apr_pool_t *p)
{
    const char *why =
        persist_runtime_check(config->runtime_dir, persist_user_uid(), p);
    if (!why || is_for_another())
        return OK;
    ap_log_error(APLOG_MARK, APLOG_EMERG, 0, s,
                 "PERSIST%d: PersistRuntimeDir %s can't be used: %s",
                 WIRE_FAULT_RUNTIME_DIR, config->runtime_dir, why);
    return HTTP_INTERNAL_SERVER_ERROR;
}

static int check_room(const persist_server_config_t *config, server_rec *s,
                      apr_pool_t *p)
{
    const char *why = persist_room_lack(config, p);
    if (!why)
        return OK;
    ap_log_error(APLOG_MARK, APLOG_EMERG, 0, s, "PERSIST%d: %s",
                 WIRE_FAULT_TABLE, why);
    return HTTP_INTERNAL_SERVER_ERROR;
}

int persist_check_config(server_rec *s, apr_pool_t *ptemp)
{
    const persist_server_config_t *config = persist_config_server(s);
    int mode = ap_state_query(AP_SQ_RUN_MODE);
    if (ap_state_query(AP_SQ_MAIN_STATE) != AP_SQ_MS_CREATE_PRE_CONFIG ||
        (mode != AP_SQ_RM_NORMAL && mode != AP_SQ_RM_CONFIG_TEST))
        return OK;
    verdict = check_programs(config, s, ptemp);
    if (check_runtime(config, s, ptemp) != OK ||
        check_room(config, s, ptemp) != OK)
        verdict = HTTP_INTERNAL_SERVER_ERROR;
    return mode == AP_SQ_RM_CONFIG_TEST ? verdict : OK;
}

int persist_check_verdict(void)
{
    return verdict;
}
