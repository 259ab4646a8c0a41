/* SPDX-License-Identifier: Apache-2.0 */
/* mod_persist.c: the module's record. Each folder registers its own hooks. */

#include "app/persist_route.h"
#include "config/persist_config.h"
#include "config/persist_config_commands.h"
#include "htaccess/persist_htaccess.h"
#include "lifecycle/persist_lifecycle.h"
#include "request/persist_request.h"
#include "status/persist_status.h"

static void register_hooks(apr_pool_t *p)
{
    persist_htaccess_register_hooks(p);
    persist_config_register_hooks(p);
    persist_lifecycle_register_hooks(p);
    persist_route_register_hooks(p);
    persist_request_register_hooks(p);
    persist_status_register_hooks(p);
}

/* The only symbol of the shared object that is visible outside. */
__attribute__((visibility("default")))
module AP_MODULE_DECLARE_DATA persist_module = {
    STANDARD20_MODULE_STUFF,
    persist_config_create_dir,
    persist_config_merge_dir,
    persist_config_create_server,
    persist_config_merge_server,
    persist_config_commands,
    register_hooks,
    AP_MODULE_FLAG_NONE,
};
