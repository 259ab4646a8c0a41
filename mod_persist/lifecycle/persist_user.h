/* SPDX-License-Identifier: Apache-2.0 */
/* persist_user.h: as whom persistd and the workers run: httpd's User and Group
 * when httpd was started by root, else as httpd itself. */

#ifndef PERSIST_USER_H
#define PERSIST_USER_H

#include <apr_pools.h>
#include <sys/types.h>

uid_t persist_user_uid(void);
gid_t persist_user_gid(void);

/* Looks its name up, once for each configuration: who knows names may be far
 * away (LDAP, say), and httpd's parent waits for nobody when it runs. In pconf.
 */
void persist_user_look_up(apr_pool_t *pconf);

/* What persist_user_drop needs to know the supplementary groups, as it was
 * looked up. */
const char *persist_user_name(void);

/* Behind a fork: becomes that user for good; nothing to do when httpd is not
 * root. Returns NULL, or with errno the name of the call that failed. */
const char *persist_user_drop(const char *user);

#endif /* PERSIST_USER_H */
