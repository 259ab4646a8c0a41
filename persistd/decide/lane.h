/* SPDX-License-Identifier: Apache-2.0 */
/* lane.h: chooses the next look, and says when another looker is needed. Looks
 * at one file system are in one lane, so a file system that does not answer
 * occupies some lookers, never all. The same bound holds for an asker of looks
 * at many file systems, or at one under names that seem to belong to others.
 * Pure: times in µs.
 * Why: docs/decisions/looks-are-taken-by-processes.md */

#ifndef LANE_H
#define LANE_H

#include <stddef.h>
#include <stdint.h>

#define LANE_LOOKERS 64u /* lookers in all */
#define LANE_MOST 16u    /* looks in one lane */
/* An asker with LANE_ASKER looks gets further ones only in lanes where it has
 * none, up to LANE_ASKER_MOST in all. */
#define LANE_ASKER 6u
#define LANE_ASKER_MOST 12u
#define LANE_READY 4u         /* free or fast lookers that are kept */
#define LANE_SLOW_US 100000   /* a looker that takes longer is occupied */
#define LANE_LATE_US 1000000  /* the owner of the look is informed then */
#define LANE_GONE_US 10000000 /* another look at the same path may begin */

/* The asker is the tenant of a script (common_tenant.h), or the user who gives
 * an order. Nobody knows the tenant of a new script before the first look. */
#define LANE_NOBODY UINT32_MAX

/* A look that waits for a looker, or is under way. */
typedef struct lane_look {
    uint64_t lane;
    uint32_t asker;   /* uid, or LANE_NOBODY */
    const char *path; /* the first path of the look */
    int64_t since;    /* µs: when it began to wait, or was begun */
} lane_look_t;

/* Returns how many lookers are occupied in the look's lane, if the look may
 * begin; looks with the smallest number go first. Returns -1 if it may not
 * begin, because a look at its path is under way, its lane is full, or its
 * asker has enough.
 *
 * Half of the lookers are reserved for lanes without an occupied looker; else a
 * few file systems that do not answer would take them all. Two askers together
 * have less than that half, and less than a lane: one script may count as two
 * askers, by its files and by orders of httpd's User. If many lanes hang, an
 * asker may still look elsewhere, because one asker has many scripts. */
int lane_rank(const lane_look_t *look, const lane_look_t *running, size_t count,
              int64_t now);

/* True if the look has taken too long, or will: the looks that it waits for
 * have taken too long already. */
int lane_is_late(const lane_look_t *look, const lane_look_t *running,
                 size_t count, int64_t now);

/* True if another looker has to be started for a look that may begin. There are
 * `lookers` of them, and none is free. */
int lane_wants_looker(const lane_look_t *running, size_t count, size_t lookers,
                      int64_t now);

#endif /* LANE_H */
