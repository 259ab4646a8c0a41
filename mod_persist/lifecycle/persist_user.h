/* SPDX-License-Identifier: Apache-2.0 */
/* persist_user.h: as whom persistd and the workers run: httpd's User and Group
 * when httpd was started by root, else as httpd itself. */

#ifndef PERSIST_USER_H
#define PERSIST_USER_H

#include <apr_pools.h>
#include <sys/types.h>

uid_t persist_user_uid(void);
gid_t persist_user_gid(void);

/* What persist_user_drop needs to know the supplementary groups, in p. */
const char *persist_user_name(apr_pool_t *p);

/* Behind a fork: becomes that user for good; nothing to do when httpd is not
 * root. Returns NULL, or with errno the name of the call that failed. */
const char *persist_user_drop(const char *name);

#endif /* PERSIST_USER_H */
