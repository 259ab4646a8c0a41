/* SPDX-License-Identifier: Apache-2.0 */
/* view.c: begins looks at the script's file, and handles their results. */

#include "pool/view.h"

#include "decide/lane.h"
#include "os/mount.h"
#include "pool/pool.h"
#include "pool/version.h"
#include "slots_pool.h"
#include "slots_table.h"
#include "state/agenda.h"
#include "state/say.h"

#include "common_clock.h"
#include "wire_fault.h"

#define VIEW_RETRY_US 1000000 /* Retry-After for clients while it hangs */

static void on_found(void *owner, const look_found_t *found);

static void begin(pool_t *pool)
{
    const char *script = pool->definition.script;
    pool->view.again = 0;
    pool->view.look = look_stat(script, view_lane(pool, script),
                                view_asker(pool), on_found, pool);
}

uint64_t view_lane(const pool_t *pool, const char *path)
{
    return pool && pool->view.device ? pool->view.device : mount_of(path);
}

uint32_t view_asker(const pool_t *pool)
{
    return pool && pool->tenant != POOL_NOBODY ? (uint32_t)pool->tenant
                                               : LANE_NOBODY;
}

/* Answers waiting requests, without a failure of the script. */
static void refuse(pool_t *pool)
{
    int fault = WIRE_FAULT_FILE_SYSTEM;
    if (!pool->stopped && pool->fault != fault)
        pool_set_fault(pool, fault, "no worker is started until it does",
                       common_now_us() + VIEW_RETRY_US);
}

static void answers_again(pool_t *pool)
{
    pool->view.late = 0;
    say_pool(pool, LOG_NOTICE, RECENT_FAULT, 0,
             "pool %s: its file system answers again", pool->definition.script);
    if (pool->fault != WIRE_FAULT_FILE_SYSTEM)
        return;
    pool->fault = 0;
    if (!pool->stopped)
        slots_pool_recover(pool->pd->table, pool->index);
}

static void is_late(pool_t *pool)
{
    pool->view.late = 1;
    say_pool(pool, LOG_ERROR, RECENT_FAULT, 0, "PERSIST%04d: %s: pool %s",
             WIRE_FAULT_FILE_SYSTEM, wire_fault_text(WIRE_FAULT_FILE_SYSTEM),
             pool->definition.script);
    if (pool->view.wanted)
        refuse(pool);
}

void view_take(pool_t *pool, const look_found_t *found)
{
    view_t *view = &pool->view;
    if (view->late) {
        /* The look may hang on a file system that has been unmounted since. */
        look_drop(view->look);
        view->look = NULL;
        answers_again(pool);
    }
    if (found->error)
        return;
    view->device = found->device;
    pool->owner = (uid_t)found->owner;
    pool->tenant = (uid_t)found->tenant;
    recent_own(&pool->pd->recent, pool->definition.script, pool->owner);
    version_set(pool, found->version);
}

uint32_t view_waiting(pool_t *pool, uint32_t waiting)
{
    view_t *view = &pool->view;
    if (view->fresh && view->waiting > waiting)
        waiting = view->waiting;
    if (view->fresh) {
        view->wanted = 0;
        view->waiting = 0;
    }
    view->requested = waiting;
    return waiting;
}

static void on_found(void *owner, const look_found_t *found)
{
    pool_t *pool = owner;
    if (!found) {
        is_late(pool);
        agenda_pool(pool);
        return;
    }
    pool->view.look = NULL;
    view_take(pool, found);
    if (pool->view.again)
        begin(pool);
    pool->view.fresh = 1;
    agenda_pool(pool);
}

void view_stat(pool_t *pool)
{
    if (pool->view.look)
        pool->view.again = 1;
    else
        begin(pool);
}

int view_allows(pool_t *pool)
{
    view_t *view = &pool->view;
    if (view->fresh)
        return 1;
    view->wanted = 1;
    if (view->requested > view->waiting)
        view->waiting = view->requested;
    if (view->late)
        refuse(pool);
    else if (!view->look)
        begin(pool);
    return 0;
}

int view_is_settled(const pool_t *pool)
{
    return !pool->view.look || pool->view.late;
}

void view_close(pool_t *pool)
{
    look_drop(pool->view.look);
}
