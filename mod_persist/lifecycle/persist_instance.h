/* SPDX-License-Identifier: Apache-2.0 */
/* persist_instance.h: what httpd's parent remembers of its persistd.
 *
 * httpd unloads the module between its passes and at every restart, so this
 * lives in retained data: integers and bytes, no pointers. Only the parent
 * writes it, in its one thread; a child has the copy it was forked with. */

#ifndef PERSIST_INSTANCE_H
#define PERSIST_INSTANCE_H

#include <httpd.h> /* before all other headers of httpd */

#include "lifecycle/persist_pulse.h"

#include <stdint.h>

#define PERSIST_INSTANCE_TOKEN 32
#define PERSIST_INSTANCE_LOST 4

typedef struct persist_instance {
    int32_t pid;  /* our child, not reaped yet; 0: there is none */
    int32_t link; /* our end of the parent link while pid is set */
    int32_t up;   /* it said UP(0) after it was last told its settings */
    uint32_t owners, slots, pools; /* sizes of its table: never change */
    uint64_t identity;             /* see persist_instance_identity() */
    char name[24];                 /* "<parent's pid>.<8 hex>"; "": unused */
    uint8_t token[PERSIST_INSTANCE_TOKEN];
    int32_t served; /* some persistd of it was up: there may be workers */
    uint32_t tries; /* starts since one of them was up */
    persist_pulse_t pulse; /* of pid */
    /* Killed, not reaped, and no longer waited for; 0: none. */
    int32_t lost[PERSIST_INSTANCE_LOST];
    /* The last one was lost, so the next makes everything anew. Until one is
     * up. */
    int32_t anew;
} persist_instance_t;

/* A later version of the module may find the record of an earlier one: fields
 * are only ever added, at the ends, inside the reserved bytes. */
typedef struct persist_retained {
    int32_t parent;         /* process that may act on this */
    uint32_t starts;        /* how often post_config ran for real */
    persist_instance_t now; /* the one that children attach to */
    uint8_t reserved_now[184];
    persist_instance_t old; /* of another version: drains */
    uint8_t reserved_old[184];
} persist_retained_t;

/* The record; made (all 0) at the first call. Never NULL. */
persist_retained_t *persist_instance_retained(void);

/* A number over everything that a running persistd can't change: versions of
 * build, wire and table, User and Group, and the runtime directory. */
uint64_t persist_instance_identity(const char *runtime_dir);

/* Fills a fresh instance of this process: name and token from the system's
 * random numbers. The caller sets sizes and identity. */
apr_status_t persist_instance_make(persist_instance_t *instance);

/* Its directory, in p. */
const char *persist_instance_path(const persist_instance_t *instance,
                                  const char *runtime_dir, apr_pool_t *p);

#endif /* PERSIST_INSTANCE_H */
