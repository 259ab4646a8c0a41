/* SPDX-License-Identifier: Apache-2.0 */
/* persistd.h: everything that persistd knows, in private memory. The table is
 * only written from it; what is read back (unit words, waiting requests,
 * counters) is checked and never names a process or a file.
 *
 * There is one thread, and it waits for no file system: see look.h.
 * Each part has its file; what they share is here. */

#ifndef PERSISTD_H
#define PERSISTD_H

#include "base/options.h"
#include "base/rate.h"
#include "slots_shm.h"
#include "state/agenda.h"
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

typedef struct persistd {
    uv_loop_t *loop;
    apr_pool_t *apr;
    options_t options;
    settings_t settings;

    struct place *place; /* what must not be taken away from us */
    int first;           /* nobody was here before: all that is here is ours */
    slots_shm_t shm;
    slots_table_t *table; /* in shm */
    int owners_fd;        /* the one descriptor on owners.lock */
    uint8_t *suspects;    /* by owner: its presence connection has ended */

    struct pool **pools;    /* by index in the table; NULL: none of ours */
    struct worker *workers; /* a list, of all pools */
    const struct worker_events *events; /* set once, before any worker */
    /* pool_hears(), set once; the layers below pool/ call it. */
    void (*heard)(struct persistd *, const struct worker_news *);
    uint32_t *incarnations; /* by slot: the last number given out (seats.c) */
    uint32_t worker_count;
    uint32_t going;       /* workers that are past READY */
    uint32_t short_pools; /* pools that have no room for a worker */
    rate_t strays;        /* of the output of workers without a pool */

    struct parent *parent;
    struct listener *http, *admin;
    struct client *clients; /* a list, of both sockets */
    int64_t broken_logged;  /* of a client's breach of the protocol; 0: never */

    agenda_t agenda;
    int64_t stale_at; /* when stale instances are looked for next */

    rlim_t files; /* soft limit that persistd was started with */

    int stopping;    /* 0, or the phase that says why: enum slots_phase */
    int64_t stop_by; /* when what still lives is killed */
} persistd_t;

#endif /* PERSISTD_H */
