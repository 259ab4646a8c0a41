/* SPDX-License-Identifier: Apache-2.0 */
/* lane.h: which look is taken next, and when there has to be another looker.
 * Looks of one file system are in one lane, so that one which does not answer
 * holds some lookers and never all of them. Nor does who asks for looks at many
 * file systems, or at one under names that seem to be of another. Pure: times
 * in µs.
 * Why: docs/decisions/looks-are-taken-by-processes.md */

#ifndef LANE_H
#define LANE_H

#include <stddef.h>
#include <stdint.h>

#define LANE_LOOKERS 64u      /* in all */
#define LANE_MOST 16u         /* of them in one lane */
#define LANE_ASKER 6u         /* … of one asker, who gets further ones … */
#define LANE_ASKER_MOST 12u   /* … where he has none, up to so many in all */
#define LANE_READY 4u         /* that are not held, as far as can be seen */
#define LANE_SLOW_US 100000   /* a looker is held when it takes that long */
#define LANE_LATE_US 1000000  /* who asked for the look is told then */
#define LANE_GONE_US 10000000 /* another may be taken at the same path then */

/* Whoever makes a look necessary: the tenant of a script (tenant.h), or the
 * user who gives an order. Of a new script nobody knows it before the look. */
#define LANE_NOBODY UINT32_MAX

/* A look that waits for a looker, or is under way. */
typedef struct lane_look {
    uint64_t lane;
    uint32_t asker;   /* uid, or LANE_NOBODY */
    const char *path; /* the first one */
    int64_t since;    /* it waits, or is under way, since then */
} lane_look_t;

/* How many lookers are held in the look's lane if it may be taken: the fewer,
 * the sooner. -1: it may not, since one at its path is under way, or its lane
 * is full, or its asker has enough. The half of all lookers is for lanes where
 * none is held: else a few file systems that do not answer would have them all.
 * Two askers have less than that half, and than a lane, and many lanes that
 * hang leave one asker some looks elsewhere: one script may be two askers, by
 * its files and by orders of httpd's User, and one asker has many scripts. */
int lane_rank(const lane_look_t *look, const lane_look_t *running, size_t count,
              int64_t now);

/* True when nothing came of it for so long, or nothing will: what it waits for
 * has taken too long already. */
int lane_is_late(const lane_look_t *look, const lane_look_t *running,
                 size_t count, int64_t now);

/* True when another looker is to be started for a look that may be taken;
 * `lookers` are there, and none of them is free. */
int lane_wants_looker(const lane_look_t *running, size_t count, size_t lookers,
                      int64_t now);

#endif /* LANE_H */
