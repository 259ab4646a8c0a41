/* SPDX-License-Identifier: Apache-2.0 */
/* persist_spawn.h: httpd's parent starts the executable persistd. */

#ifndef PERSIST_SPAWN_H
#define PERSIST_SPAWN_H

#include <apr_pools.h>
#include <stdint.h>
#include <sys/types.h>

/* Programs in persistd's directory. persistd gets the path of persist-exec and
 * finds persist-look by it. */
#define PERSIST_SPAWN_EXEC "persist-exec"
#define PERSIST_SPAWN_LOOK "persist-look"

/* Returns the path of such a program for this absolute path of persistd. */
char *persist_spawn_beside(const char *daemon, const char *name, apr_pool_t *p);

typedef struct persist_spawn {
    const char *daemon;   /* absolute path */
    const char *instance; /* directory */
    const char *user;     /* persist_user_name() */
    uint32_t owners, slots, pools;
    int anew; /* a persistd that was killed and has not ended holds the lock */
} persist_spawn_t;

/* Forks, changes to httpd's User and Group if httpd is root, and executes
 * persistd. Descriptor 0 is the parent link, 1 is /dev/null, 2 is httpd's error
 * log; there are no others. An error behind the fork is reported over the link
 * in persistd's own way (UP with fault and text). Returns the pid, with *link
 * set to the parent's end (close-on-exec), or -1 with errno. */
pid_t persist_spawn_daemon(const persist_spawn_t *spawn, int *link,
                           apr_pool_t *p);

#endif /* PERSIST_SPAWN_H */
