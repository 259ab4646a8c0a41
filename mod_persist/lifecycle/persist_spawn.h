/* SPDX-License-Identifier: Apache-2.0 */
/* persist_spawn.h: httpd's parent starts the executable persistd. */

#ifndef PERSIST_SPAWN_H
#define PERSIST_SPAWN_H

#include <apr_pools.h>
#include <stdint.h>
#include <sys/types.h>

/* What lies beside persistd: it is told of the first, and finds the second by
 * that. */
#define PERSIST_SPAWN_EXEC "persist-exec"
#define PERSIST_SPAWN_LOOK "persist-look"

/* The path of one of them, for this absolute path of persistd. */
char *persist_spawn_beside(const char *daemon, const char *name, apr_pool_t *p);

typedef struct persist_spawn {
    const char *daemon;   /* absolute path */
    const char *instance; /* directory */
    const char *user;     /* persist_user_name() */
    uint32_t owners, slots, pools;
    int anew; /* one that was killed and does not end holds the lock */
} persist_spawn_t;

/* Forks, drops to httpd's User and Group when root, and executes persistd
 * with descriptor 0 = the parent link, 1 = /dev/null, 2 = httpd's error log,
 * and no other. What goes wrong behind the fork is told over the link as
 * persistd itself would tell it (UP with fault and text).
 * Returns its pid with *link set to our end (close-on-exec), or -1 with
 * errno. */
pid_t persist_spawn_daemon(const persist_spawn_t *spawn, int *link,
                           apr_pool_t *p);

#endif /* PERSIST_SPAWN_H */
