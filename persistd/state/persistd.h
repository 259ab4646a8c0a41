/* SPDX-License-Identifier: Apache-2.0 */
/* persistd.h: the whole state of persistd, in private memory. It writes the
 * table from this state. What it reads back from the table (unit words, waiting
 * requests, counters) is checked, and never names a process or a file.
 *
 * There is one thread, and it waits for no file system (os/look.h). This file
 * has what the parts share; each part has its own file. */

#ifndef PERSISTD_H
#define PERSISTD_H

#include "base/options.h"
#include "base/rate.h"
#include "base/recent.h"
#include "decide/calm.h"
#include "slots_map.h"
#include "state/agenda.h"
#include "state/runs.h"
#include "state/settings.h"

#include <sys/resource.h>
#include <uv.h>

struct client;
struct listener;
struct parent;
struct place;
struct pool;
struct worker;
struct worker_events;
struct worker_news;

/* The file that we were started from (run/installed.c). */
typedef struct installed {
    const char *program; /* its path; NULL: unknown */
    uint64_t version;    /* slots_version() of it at our start */
    int64_t due;         /* µs: when to look next */
    int is_looking;
    char *newer; /* another file is there now: what to do; NULL: the same */
    int is_told; /* that has been logged */
} installed_t;

typedef struct persistd {
    uv_loop_t *loop;
    options_t options;
    settings_t settings;

    struct place *place; /* what must not be removed (run/place.c) */
    int first;           /* a new instance: every file in it is ours */
    slots_map_t map;
    slots_table_t *table; /* inside map */
    runs_t runs;          /* which of its units workers have */
    int owners_fd;        /* our only descriptor of owners.lock */
    /* By owner: checks left after its presence connection ended. */
    uint8_t *suspects;

    struct pool **pools;    /* by index in the table; NULL: unused */
    struct worker *workers; /* list of all workers, of all pools */
    const struct worker_events *events; /* set once, before there are workers */
    /* pool_hears(), set once. The layers below pool/ call it. */
    void (*heard)(struct persistd *, const struct worker_news *);
    uint32_t *incarnations; /* by slot: the last number given out (seats.c) */
    uint32_t worker_count;
    uint32_t places;      /* of PersistMaxWorkers that they take */
    uint32_t going;       /* workers in a state after READY */
    uint32_t short_pools; /* pools without a place for a worker they need */
    rate_t strays;        /* limits the output of workers without a pool */
    recent_t recent;      /* the last lines about each script */

    struct parent *parent;
    struct listener *http, *admin;
    struct client *clients; /* list of the clients of both sockets */
    /* µs: last log line about a client's breach of the protocol; 0: never. */
    int64_t broken_logged;

    agenda_t agenda;
    int64_t stale_at; /* µs: when to look for stale instances next */
    installed_t installed;

    int64_t mended;      /* µs: the last comparison of table and records */
    const char *damage;  /* the first field that somebody has overwritten */
    uint32_t damages;    /* how often that was since the last line about it */
    int64_t damage_told; /* µs: that line; 0: none */

    /* With --own: when it began, µs, and whether it has been told to stop. */
    int64_t own_since;
    int own_stop;

    uint32_t processors; /* workers can use so many; 0: unknown */
    calm_t calm;         /* whether these have time to spare */
    rlim_t files;        /* the soft limit with which persistd was started */

    int stopping;    /* 0, or the phase that tells why: enum slots_phase */
    int64_t stop_by; /* µs: when remaining workers are killed */
} persistd_t;

#endif /* PERSISTD_H */
