/* SPDX-License-Identifier: Apache-2.0 */
/* persist_ability.c: finds what makes the answer of a .htaccess file depend on
 * more than its server, its directory and its content. */

#include "htaccess/persist_ability.h"

#include <ap_mpm.h>
#include <http_config.h>
#include <http_core.h>
#include <string.h>

/* Core's own hook, and ours (persist_feed.c). */
#define OWN_HOOKS 2

/* With these, each request may run as another user, who may read other files.
 */
static const char *const user_changers[] = {
    "mod_ruid2.c",
    "mpm_itk.c",
    "mod_privileges.c",
    NULL,
};

static int has_user_changer(void)
{
    const char *const *name = user_changers;
    while (*name && !ap_find_linked_module(*name))
        name++;
    return *name != NULL;
}

static int is_known_mpm(void)
{
    const char *name = ap_show_mpm();
    return strcmp(name, "event") == 0 || strcmp(name, "worker") == 0 ||
           strcmp(name, "prefork") == 0;
}

static int lists_overrides(const server_rec *s)
{
    const core_server_config *core =
        ap_get_core_module_config(s->module_config);
    ap_conf_vector_t **section = (ap_conf_vector_t **)core->sec_dir->elts;
    for (int i = 0; i < core->sec_dir->nelts; i++) {
        const core_dir_config *dir = ap_get_core_module_config(section[i]);
        if (dir->override_list && !apr_is_empty_table(dir->override_list))
            return 1;
    }
    return 0;
}

/* httpd's public list of a request's .htaccess files does not tell which
 * directives AllowOverrideList has allowed. */
static int has_override_list(const server_rec *s)
{
    while (s && !lists_overrides(s))
        s = s->next;
    return s != NULL;
}

const char *persist_ability_missing(const server_rec *s)
{
    if (!is_known_mpm())
        return "this MPM was not tried with it";
    if (has_user_changer())
        return "a module runs each request as another user";
    if (ap_hook_get_open_htaccess()->nelts > OWN_HOOKS)
        return "another module opens .htaccess files";
    if (has_override_list(s))
        return "AllowOverrideList is used";
    return NULL;
}

const char *persist_ability_file_name(const server_rec *s)
{
    const core_server_config *core =
        ap_get_core_module_config(s->module_config);
    return strpbrk(core->access_name, " \t\"'\\") ? NULL : core->access_name;
}
