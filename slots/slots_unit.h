/* SPDX-License-Identifier: Apache-2.0 */
/* slots_unit.h: the word that records who uses one unit of a worker's capacity.
 *
 * 63      56 55          40 39                                            0
 * | state   | owner index  | generation: + 1 at every step, wraps          |
 *
 * Every step is one compare-and-swap of the whole word. A step that was
 * prepared on an older word therefore fails, and a killed process leaves no
 * step half done. */

#ifndef SLOTS_UNIT_H
#define SLOTS_UNIT_H

#include <stdint.h>

typedef enum slots_unit_state {
    SLOTS_VOID = 0,      /* persistd: the unit is not offered */
    SLOTS_FREE = 1,      /* any claimer may take it; persistd may take it out */
    SLOTS_LEASED = 2,    /* the owner's; a sweep turns it FINISHING */
    SLOTS_FINISHING = 3, /* busy after its request; persistd frees it */
    SLOTS_DRAINING = 4,  /* taken out; only persistd touches it again */
    /* The worker has not begun with the request and will not, but has not read
     * it yet; persistd frees the unit. */
    SLOTS_DROPPED = 5
} slots_unit_state_t;

static inline uint64_t slots_unit_pack(slots_unit_state_t state, uint32_t owner,
                                       uint64_t generation)
{
    return (uint64_t)state << 56 | (uint64_t)(owner & 0xffff) << 40 |
           (generation & 0xffffffffffull);
}

static inline slots_unit_state_t slots_unit_state(uint64_t word)
{
    return (slots_unit_state_t)(word >> 56);
}

static inline uint32_t slots_unit_owner(uint64_t word)
{
    return (uint32_t)(word >> 40) & 0xffff;
}

static inline uint64_t slots_unit_generation(uint64_t word)
{
    return word & 0xffffffffffull;
}

/* True when httpd has given up the unit's request: persistd frees the unit. */
static inline int slots_unit_is_over(uint64_t word)
{
    return slots_unit_state(word) == SLOTS_FINISHING ||
           slots_unit_state(word) == SLOTS_DROPPED;
}

/* Returns the next word: this state and owner, generation + 1. */
static inline uint64_t slots_unit_next(uint64_t word, slots_unit_state_t state,
                                       uint32_t owner)
{
    return slots_unit_pack(state, owner, slots_unit_generation(word) + 1);
}

#endif /* SLOTS_UNIT_H */
