/* SPDX-License-Identifier: Apache-2.0 */
/* persist_instance.h: the record of a persistd that httpd's parent keeps.
 *
 * httpd unloads the module between its passes and at every restart, so the
 * record lives in retained data: integers and bytes, no pointers. Only the
 * parent writes it, in its one thread. A child has the copy from its fork. */

#ifndef PERSIST_INSTANCE_H
#define PERSIST_INSTANCE_H

#include <httpd.h> /* before all other headers of httpd */

#include "lifecycle/persist_pulse.h"

#include <stdint.h>

#define PERSIST_INSTANCE_TOKEN 32
#define PERSIST_INSTANCE_LOST 4

typedef struct persist_instance {
    int32_t pid;  /* the parent's child process, not reaped yet; 0: none */
    int32_t link; /* the parent's end of the link while pid is set */
    int32_t up;   /* has sent UP(0) since the last SETTINGS */
    uint32_t owners, slots, pools; /* sizes of its table: never change */
    uint64_t identity;             /* see persist_instance_identity() */
    char name[24];                 /* "<parent's pid>.<8 hex>"; "": unused */
    uint8_t token[PERSIST_INSTANCE_TOKEN];
    int32_t served; /* a persistd of it was up, so there may be workers */
    uint32_t tries; /* starts since a persistd of it was up */
    persist_pulse_t pulse; /* of the process pid */
    /* Processes that were killed, are not reaped, and are no longer waited for;
     * 0: none. */
    int32_t lost[PERSIST_INSTANCE_LOST];
    /* The last persistd was lost, so the next one makes everything anew. Set
     * until one is up. */
    int32_t anew;
} persist_instance_t;

/* A later version of the module may find the record of an earlier one. So
 * fields are only added, at the ends, inside the reserved bytes. */
typedef struct persist_retained {
    int32_t parent;         /* the process that may act on this record */
    uint32_t starts;        /* number of real runs of post_config */
    persist_instance_t now; /* the instance that children attach to */
    uint8_t reserved_now[184];
    persist_instance_t old; /* an instance of another version, which drains */
    int32_t left;           /* the module was unloaded: persist_unload.h */
    uint8_t reserved_old[180];
} persist_retained_t;

/* Returns the record, never NULL. The first call makes it (all 0). */
persist_retained_t *persist_instance_retained(void);

/* Returns a number over everything that a running persistd cannot change: the
 * versions of build, wire and table, User and Group, and the runtime
 * directory. */
uint64_t persist_instance_identity(const char *runtime_dir);

/* Fills a fresh instance of this process: name and token come from the system's
 * random numbers. The caller sets sizes and identity. */
apr_status_t persist_instance_make(persist_instance_t *instance);

/* Returns the instance's directory, in p. */
const char *persist_instance_path(const persist_instance_t *instance,
                                  const char *runtime_dir, apr_pool_t *p);

#endif /* PERSIST_INSTANCE_H */
