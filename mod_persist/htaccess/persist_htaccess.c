/* SPDX-License-Identifier: Apache-2.0 */
/* persist_htaccess.c: the hooks, and whether the cache is on. */

#include "htaccess/persist_htaccess.h"
#include "htaccess/persist_ability.h"
#include "htaccess/persist_feed.h"
#include "htaccess/persist_figures.h"
#include "htaccess/persist_hold.h"
#include "htaccess/persist_kept.h"
#include "htaccess/persist_learn.h"
#include "htaccess/persist_lend.h"
#include "htaccess/persist_refused.h"

#include <http_core.h>
#include <http_log.h>
#include <http_request.h>

APLOG_USE_MODULE(persist);

#define SWITCHED_OFF "PersistHtaccessCache is Off"

/* Why the cache is off, or NULL. Written while httpd reads its configuration;
 * children inherit it. */
static const char *off;

void persist_htaccess_switch(int on)
{
    off = on ? NULL : SWITCHED_OFF;
}

const char *persist_htaccess_off(void)
{
    return off;
}

static int pre_config(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp)
{
    (void)pconf;
    (void)plog;
    (void)ptemp;
    persist_htaccess_switch(1);
    return OK;
}

static int post_config(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp,
                       server_rec *s)
{
    (void)plog;
    (void)ptemp;
    if (off || ap_state_query(AP_SQ_MAIN_STATE) == AP_SQ_MS_CREATE_PRE_CONFIG)
        return OK;
    off = persist_ability_missing(s);
    if (off)
        ap_log_error(APLOG_MARK, APLOG_WARNING, 0, s,
                     "PersistHtaccessCache is without effect: %s", off);
    else
        persist_figures_make(pconf, s);
    return OK;
}

static void child_init(apr_pool_t *p, server_rec *s)
{
    if (!off && persist_kept_child_init() != APR_SUCCESS)
        off = "there was no memory for it";
    if (off)
        return;
    persist_refused_child_init(p, s);
    persist_figures_child_init(p);
}

void persist_htaccess_keep(request_rec *r)
{
    if (!off)
        persist_learn(r);
}

void persist_htaccess_register_hooks(apr_pool_t *p)
{
    (void)p;
    persist_hold_register_hooks();
    ap_hook_pre_config(pre_config, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_post_config(post_config, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_child_init(child_init, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_map_to_storage(persist_lend, NULL, NULL, APR_HOOK_LAST);
    ap_hook_open_htaccess(persist_feed_open_htaccess, NULL, NULL,
                          APR_HOOK_FIRST);
}
