/* SPDX-License-Identifier: Apache-2.0 */
/* look.c: the queue of looks that wait for a looker, and the timer that finds
 * looks which have waited for too long. */

#include "os/look.h"

#include "base/heap.h"
#include "common_clock.h"
#include "decide/lane.h"
#include "os/crew.h"
#include "slots_table.h"

#include <stdlib.h>
#include <string.h>

#define TICK_MS (LANE_SLOW_US / 1000)

struct look {
    look_t *next;
    lane_look_t facts; /* its path points to the first item in bytes */
    look_fn *found;    /* NULL: the result is not wanted any more */
    void *owner;
    int late;         /* the owner has been told that it is late */
    uint64_t overdue; /* uv_now() of the tick that saw it first; 0: none has */
    looker_question_t question;
    char *bytes; /* the items of the question */
};

/* The state of this process. */
static struct {
    uv_timer_t clock;
    look_t *first, **tail;
} queue = {.tail = &queue.first};

static void look_free(look_t *look)
{
    free(look->bytes);
    free(look);
}

static void queue_put(look_t *look)
{
    look->next = NULL;
    *queue.tail = look;
    queue.tail = &look->next;
}

static void tick(uv_timer_t *timer);

static void wait_for_clock(look_t *look)
{
    queue_put(look);
    if (!uv_is_active((uv_handle_t *)&queue.clock))
        uv_timer_start(&queue.clock, tick, TICK_MS, TICK_MS);
}

static look_t *queue_take(look_t **link)
{
    look_t *look = *link;
    *link = look->next;
    if (!*link)
        queue.tail = link;
    return look;
}

/* ---- choose the next look ---- */

typedef struct running {
    size_t lookers, count;
    lane_look_t at[LANE_LOOKERS];
    looker_t *free; /* NULL: none is free */
} running_t;

/* Collects the looks that lookers are working on. */
static running_t list_running(void)
{
    running_t running = {0};
    for (looker_t *looker = crew_first(); looker; looker = looker->next) {
        const look_t *look = looker->work;
        running.lookers++;
        if (look)
            running.at[running.count++] = look->facts;
        else
            running.free = looker;
    }
    return running;
}

/* Returns the link to a look in the queue, or NULL if none may begin. */
static look_t **choose(const running_t *running, int64_t now)
{
    look_t **best = NULL;
    int least = 0;
    for (look_t **link = &queue.first; *link; link = &(*link)->next) {
        int rank = lane_rank(&(*link)->facts, running->at, running->count, now);
        if (rank >= 0 && (!best || rank < least)) {
            best = link;
            least = rank;
        }
        if (rank == 0)
            break;
    }
    return best;
}

static int dispatch_one(void)
{
    running_t running = list_running();
    int64_t now = common_now_us();
    if (!running.free &&
        !lane_wants_looker(running.at, running.count, running.lookers, now))
        return 0;
    look_t **link = choose(&running, now);
    if (!link)
        return 0;
    looker_t *looker = running.free ? running.free : crew_hire();
    if (!looker)
        return 0;
    look_t *look = queue_take(link);
    look->facts.since = now;
    look->overdue = 0;
    if (crew_give(looker, &look->question, look->bytes, look) == 0)
        return 1;
    queue_put(look);
    return 0;
}

static void dispatch(void)
{
    while (dispatch_one())
        ;
}

/* ---- answers ---- */

/* True for a looker that was started while others were occupied and is not
 * needed any more. */
static int is_surplus(const looker_t *looker)
{
    running_t running = list_running();
    return !looker->work && !queue.first &&
           running.lookers - running.count > LANE_READY;
}

static void answered(looker_t *looker, void *work)
{
    look_t *look = work;
    if (look->found)
        look->found(look->owner, looker->found);
    look_free(look);
    dispatch();
    if (is_surplus(looker))
        crew_dismiss(looker);
}

/* Queues the look again for another looker; the timer will find one. */
static void lost(void *work)
{
    look_t *look = work;
    if (look->found)
        wait_for_clock(look);
    else
        look_free(look);
}

/* ---- the timer ---- */

/* A look is late at the second tick that finds it so. Where persistd itself did
 * not run for a second, libuv calls the timer before it hears what lookers have
 * answered meanwhile: between two ticks it has heard that. */
static int is_late(look_t *look, const lane_look_t *running, size_t count,
                   int64_t now)
{
    const uint64_t tick = uv_now(queue.clock.loop);
    if (look->late || !lane_is_late(&look->facts, running, count, now))
        return 0;
    if (!look->overdue)
        look->overdue = tick;
    return look->overdue != tick;
}

static look_t *find_late(void)
{
    running_t running = list_running();
    int64_t now = common_now_us();
    for (looker_t *looker = crew_first(); looker; looker = looker->next) {
        look_t *look = looker->work;
        if (look && is_late(look, NULL, 0, now))
            return look;
    }
    for (look_t *look = queue.first; look; look = look->next)
        if (is_late(look, running.at, running.count, now))
            return look;
    return NULL;
}

int look_is_busy(void)
{
    for (const looker_t *looker = crew_first(); looker; looker = looker->next) {
        const look_t *look = looker->work;
        if (look && !look->late)
            return 1;
    }
    for (const look_t *look = queue.first; look; look = look->next)
        if (!look->late)
            return 1;
    return 0;
}

/* The callback of a late look may drop other looks, or begin some, so the
 * search starts again each time. */
static void tick(uv_timer_t *timer)
{
    look_t *look;
    dispatch();
    while ((look = find_late()) != NULL) {
        look->late = 1;
        if (look->found)
            look->found(look->owner, NULL);
    }
    if (!queue.first && !look_is_busy())
        uv_timer_stop(timer);
}

/* ---- called by other parts of persistd ---- */

int look_prepare(uv_loop_t *loop, const char *program, const char *name)
{
    static const crew_handlers_t handlers = {answered, lost};
    crew_prepare(loop, program, name, &handlers);
    uv_timer_init(loop, &queue.clock);
    for (unsigned i = 0; i < LANE_READY; i++)
        if (!crew_hire())
            return -1;
    return 0;
}

look_t *look_make(uint64_t lane, uint32_t asker, look_fn *found, void *owner)
{
    look_t *look = heap_make(1, sizeof(*look));
    look->facts.lane = lane;
    look->facts.asker = asker;
    look->found = found;
    look->owner = owner;
    return look;
}

int look_add(look_t *look, char kind, const char *path)
{
    looker_question_t *question = &look->question;
    size_t len = strlen(path) + 1;
    if (question->count == LOOKER_ITEMS ||
        len >= LOOKER_BYTES - question->bytes)
        return -1;
    look->bytes = heap_grow(look->bytes, question->bytes + 1 + len, 1);
    look->bytes[question->bytes] = kind;
    memcpy(look->bytes + question->bytes + 1, path, len);
    question->bytes += (uint32_t)(1 + len);
    question->count++;
    return 0;
}

void look_begin(look_t *look)
{
    look->facts.path = look->bytes + 1;
    look->facts.since = common_now_us();
    wait_for_clock(look);
    dispatch();
}

look_t *look_stat(const char *path, uint64_t lane, uint32_t asker,
                  look_fn *found, void *owner)
{
    look_t *look = look_make(lane, asker, found, owner);
    look_add(look, LOOKER_SCRIPT, path);
    look_begin(look);
    return look;
}

int look_cancel(look_t *look)
{
    for (look_t **link = &queue.first; *link; link = &(*link)->next)
        if (*link == look) {
            look_free(queue_take(link));
            return 1;
        }
    return 0;
}

void look_drop(look_t *look)
{
    if (look && !look_cancel(look))
        look->found = NULL;
}

uint32_t look_abandoned(uint32_t asker)
{
    uint32_t count = 0;
    for (const looker_t *looker = crew_first(); looker; looker = looker->next) {
        const look_t *look = looker->work;
        count += look && !look->found && look->facts.asker == asker;
    }
    return count;
}
