/* SPDX-License-Identifier: Apache-2.0 */
/* lane.c: counts the looks that are under way. */

#include "decide/lane.h"

#include <string.h>

static int has_taken(const lane_look_t *look, int64_t time, int64_t now)
{
    return now - look->since >= time;
}

/* No longer after LANE_GONE_US: another file system may be mounted there by
 * then. */
static int is_in_the_way(const lane_look_t *running, const lane_look_t *look,
                         int64_t now)
{
    return !has_taken(running, LANE_GONE_US, now) &&
           strcmp(running->path, look->path) == 0;
}

typedef struct tally {
    /* Looks in the lane of the look in question, and how many of them are
     * slow. */
    unsigned all, held;
    /* Looks of the same asker: in that lane, and in all lanes. */
    unsigned here, asked;
    int in_the_way;
} tally_t;

static void count_one(tally_t *tally, const lane_look_t *look,
                      const lane_look_t *running, int64_t now)
{
    unsigned same_lane = running->lane == look->lane;
    unsigned same_asker = running->asker == look->asker;
    tally->asked += same_asker;
    tally->here += same_asker & same_lane;
    if (!same_lane)
        return;
    tally->all++;
    tally->held += (unsigned)has_taken(running, LANE_SLOW_US, now);
    tally->in_the_way |= is_in_the_way(running, look, now);
}

static int has_enough(const lane_look_t *look, const tally_t *tally)
{
    return look->asker != LANE_NOBODY &&
           (tally->asked >= LANE_ASKER_MOST ||
            (tally->asked >= LANE_ASKER && tally->here > 0));
}

int lane_rank(const lane_look_t *look, const lane_look_t *running, size_t count,
              int64_t now)
{
    tally_t tally = {0};
    for (size_t i = 0; i < count; i++)
        count_one(&tally, look, &running[i], now);
    if (tally.in_the_way || tally.all >= LANE_MOST ||
        (tally.held > 0 && count >= LANE_LOOKERS / 2) ||
        has_enough(look, &tally))
        return -1;
    return (int)tally.held;
}

int lane_is_late(const lane_look_t *look, const lane_look_t *running,
                 size_t count, int64_t now)
{
    unsigned late = 0;
    if (has_taken(look, LANE_LATE_US, now))
        return 1;
    for (size_t i = 0; i < count; i++) {
        if (running[i].lane != look->lane ||
            !has_taken(&running[i], LANE_LATE_US, now))
            continue;
        if (is_in_the_way(&running[i], look, now))
            return 1;
        late++;
    }
    return late >= LANE_MOST;
}

int lane_wants_looker(const lane_look_t *running, size_t count, size_t lookers,
                      int64_t now)
{
    size_t held = 0;
    for (size_t i = 0; i < count; i++)
        held += (size_t)has_taken(&running[i], LANE_SLOW_US, now);
    return lookers < LANE_LOOKERS && lookers - held < LANE_READY;
}
