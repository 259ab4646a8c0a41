/* SPDX-License-Identifier: Apache-2.0 */
/* persist_hold.c: when a request's pool is destroyed, APR runs its cleanups in
 * the reverse order of their registration. So ours runs before those that were
 * registered earlier, and one of these may be a logger that reads the request's
 * configuration. They all run in one thread, though, which ends no other
 * request meanwhile. That is why the references of a request are given back
 * when the next one ends in the same thread. */

#include "htaccess/persist_hold.h"

#include <apr_strings.h>
#include <http_core.h>

/* Which of a request's notes is its hold. Written when httpd loads us. */
static apr_size_t note;

/* What the last request that ended in this thread has held. */
static _Thread_local persist_hold_t last;

void persist_hold_register_hooks(void)
{
    note = ap_register_request_note();
}

/* Returns the request that came from the client: its pool outlives those of all
 * subrequests, also of one whose configuration it takes over
 * (ap_internal_fast_redirect). */
static request_rec *first(request_rec *r)
{
    while (r->main || r->prev)
        r = r->main ? r->main : r->prev;
    return r;
}

persist_hold_t *persist_hold_of(request_rec *r)
{
    void **hold = ap_get_request_note(first(r), note);
    return hold ? *hold : NULL;
}

static apr_status_t release(void *data)
{
    while (last.count > 0)
        persist_kept_give(last.kept[--last.count]);
    last = *(persist_hold_t *)data;
    return APR_SUCCESS;
}

static persist_hold_t *make(request_rec *r)
{
    void **place = ap_get_request_note(r, note);
    if (!place)
        return NULL;
    persist_hold_t *hold = apr_palloc(r->pool, sizeof(*hold));
    hold->count = 0;
    apr_pool_cleanup_register(r->pool, hold, release, apr_pool_cleanup_null);
    *place = hold;
    return hold;
}

static int is_in(const persist_hold_t *hold, const persist_kept_t *kept)
{
    unsigned i = 0;
    while (i < hold->count && hold->kept[i] != kept)
        i++;
    return i < hold->count;
}

int persist_hold_add(request_rec *r, persist_kept_t *kept)
{
    persist_hold_t *hold = persist_hold_of(r);
    if (!hold)
        hold = make(first(r));
    int known = hold && is_in(hold, kept);
    if (hold && !known && hold->count < PERSIST_HOLD_MAX) {
        hold->kept[hold->count++] = kept;
        return 0;
    }
    persist_kept_give(kept);
    return known ? 0 : -1;
}

int persist_hold_has(const persist_hold_t *hold,
                     const struct htaccess_result *result)
{
    for (unsigned i = 0; hold && i < hold->count; i++)
        if (hold->kept[i]->dir == result->dir)
            return 1;
    return 0;
}
