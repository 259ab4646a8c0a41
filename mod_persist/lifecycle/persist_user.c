/* SPDX-License-Identifier: Apache-2.0 */
/* persist_user.c: the user of persistd and the workers. */

#include "lifecycle/persist_user.h"

#include <httpd.h>

#include <apr_strings.h>
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <unistd.h>
#include <unixd.h>

static const char *name;

uid_t persist_user_uid(void)
{
    return geteuid() == 0 ? ap_unixd_config.user_id : geteuid();
}

gid_t persist_user_gid(void)
{
    return geteuid() == 0 ? ap_unixd_config.group_id : getegid();
}

/* User may be given as "#33". A uid without a name has no other groups;
 * initgroups() finds that out by itself. */
void persist_user_look_up(apr_pool_t *pconf)
{
    uid_t uid = persist_user_uid();
    const struct passwd *entry = getpwuid(uid);
    name = entry ? apr_pstrdup(pconf, entry->pw_name)
                 : apr_psprintf(pconf, "#%lu", (unsigned long)uid);
}

const char *persist_user_name(void)
{
    return name;
}

/* Sets supplementary groups, group and user, in this order, and checks the
 * result. */
const char *persist_user_drop(const char *user)
{
    uid_t uid = persist_user_uid();
    gid_t gid = persist_user_gid();
    if (geteuid() != 0)
        return NULL;
    if (initgroups(user, gid) != 0)
        return "initgroups";
    if (setgid(gid) != 0)
        return "setgid";
    if (setuid(uid) != 0)
        return "setuid";
    errno = EPERM;
    if (getuid() != uid || geteuid() != uid || getgid() != gid ||
        getegid() != gid || setuid(0) == 0)
        return "dropping privileges";
    return NULL;
}
