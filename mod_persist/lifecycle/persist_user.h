/* SPDX-License-Identifier: Apache-2.0 */
/* persist_user.h: the user of persistd and the workers. That is httpd's User
 * and Group if root started httpd, else httpd's own user. */

#ifndef PERSIST_USER_H
#define PERSIST_USER_H

#include <apr_pools.h>
#include <sys/types.h>

uid_t persist_user_uid(void);
gid_t persist_user_gid(void);

/* Looks the user's name up, once for each configuration, and keeps it in pconf.
 * Name services may be remote (LDAP, for example), and httpd's parent must not
 * block once it runs. */
void persist_user_look_up(apr_pool_t *pconf);

/* Returns the name for persist_user_drop(), which needs it for the
 * supplementary groups. */
const char *persist_user_name(void);

/* Behind a fork: changes to that user for good. Does nothing if httpd is not
 * root. Returns NULL, or, with errno, the name of the call that failed. */
const char *persist_user_drop(const char *user);

#endif /* PERSIST_USER_H */
