/* SPDX-License-Identifier: Apache-2.0 */
/* agenda.c: sets marks. */

#include "state/agenda.h"

#include "state/pool.h"
#include "state/worker.h"

#include <stddef.h>

void agenda_at(persistd_t *pd, int64_t when)
{
    if (when < pd->agenda.due)
        pd->agenda.due = when;
}

static void add(agenda_list_t *list, agenda_mark_t *mark, void *record)
{
    if (mark->link)
        return;
    mark->record = record;
    mark->next = NULL;
    mark->link = list->first ? list->end : &list->first;
    *mark->link = mark;
    list->end = &mark->next;
    list->count++;
}

void agenda_drop(agenda_list_t *list, agenda_mark_t *mark)
{
    if (!mark->link)
        return;
    *mark->link = mark->next;
    if (mark->next)
        mark->next->link = mark->link;
    else
        list->end = mark->link;
    mark->link = NULL;
    list->count--;
}

void *agenda_take(agenda_list_t *list)
{
    agenda_mark_t *mark = list->first;
    if (!mark)
        return NULL;
    agenda_drop(list, mark);
    return mark->record;
}

void agenda_worker(worker_t *worker)
{
    add(&worker->pd->agenda.workers, &worker->mark, worker);
    worker->pd->agenda.ended |= worker->ended;
}

void agenda_pool(pool_t *pool)
{
    if (!pool || pool->mark.link)
        return;
    agenda_pool_alone(pool);
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next)
        agenda_worker(worker);
}

void agenda_pool_alone(pool_t *pool)
{
    add(&pool->pd->agenda.pools, &pool->mark, pool);
}

void agenda_journal(persistd_t *pd)
{
    pd->agenda.journal = 1;
}

void agenda_orders(persistd_t *pd)
{
    pd->agenda.orders = 1;
}
