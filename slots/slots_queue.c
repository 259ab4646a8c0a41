/* SPDX-License-Identifier: Apache-2.0 */
/* slots_queue.c: a waiting request, from its arrival to its lease.
 * slots/PROTOCOL.md proves that no wake-up is lost. In short, all these
 * accesses are sequentially consistent:
 *
 *   the waiter stores    cell WAITING, then reads the units
 *   the releaser stores  unit FREE,    then reads the cells
 *
 * so at least one of the two sees the other. */

#include "slots_queue.h"
#include "slots_cells.h"
#include "slots_free.h"
#include "slots_futex.h"
#include "slots_private.h"
#include "slots_waiting.h"
#include "slots_wake.h"

int slots_queue_waiting(const slots_table_t *table, uint32_t pool)
{
    return slots_cells_waiting(&table->pools[pool], 0);
}

uint32_t slots_queue_length(const slots_table_t *table, uint32_t pool)
{
    return slots_cells_length(&table->pools[pool]);
}

uint32_t slots_queue_demand(const slots_table_t *table, uint32_t pool)
{
    uint32_t demand = slots_queue_length(table, pool);
    uint32_t waiting[SLOTS_POOL_SLOTS] = {0};
    if (demand == 0 || !slots_free_in_pool(table, pool))
        return demand;
    slots_cells_aims(&table->pools[pool], waiting);
    for (uint32_t n = 0; n < SLOTS_POOL_SLOTS; n++)
        demand = demand > waiting[n] ? demand - waiting[n] : 0;
    return demand;
}

/* Sums the waiters of all pools and children. Each thread adds itself before it
 * sums up, so the bound holds however many threads arrive at the same time. */
static uint64_t waiting_total(const slots_table_t *table)
{
    int64_t now = common_now_us();
    uint64_t total = 0;
    for (uint32_t owner = 1; owner <= table->sizes.owners; owner++)
        total += slots_waiting_count(atomic_load(&table->owners[owner].waiting),
                                     now);
    return total;
}

/* Another thread may have counted meanwhile and written before us. */
void slots_queue_count(slots_table_t *table, uint32_t owner)
{
    uint32_t count;
    do {
        count = atomic_load_explicit(&table->waiting, memory_order_seq_cst);
        atomic_store(&table->owners[owner].waiting,
                     slots_waiting_pack(count, common_now_us()));
    } while (count !=
             atomic_load_explicit(&table->waiting, memory_order_seq_cst));
}

static void waiting_add(slots_table_t *table, uint32_t owner)
{
    atomic_fetch_add_explicit(&table->waiting, 1, memory_order_seq_cst);
    slots_queue_count(table, owner);
}

int slots_queue_begin(slots_table_t *table, uint32_t owner, uint32_t total)
{
    waiting_add(table, owner);
    if (waiting_total(table) <= total)
        return 1;
    slots_queue_end(table, owner);
    return 0;
}

void slots_queue_end(slots_table_t *table, uint32_t owner)
{
    atomic_fetch_sub_explicit(&table->waiting, 1, memory_order_seq_cst);
    slots_queue_count(table, owner);
}

/* The request counts among the waiters of all pools. */
static int place_take(slots_table_t *table, slots_place_t *place,
                      uint32_t length)
{
    slots_pool_t *pool = &table->pools[place->pool];
    if (slots_cells_take(pool, length, place->word, &place->cell))
        return 1;
    slots_queue_end(table, place->owner);
    return 0;
}

enum slots_enter slots_queue_enter_aimed(slots_table_t *table, uint32_t pool,
                                         uint32_t owner, uint32_t length,
                                         uint32_t total, uint32_t aim,
                                         slots_place_t *place)
{
    slots_pool_t *entry = &table->pools[pool];
    slots_place_t found = {.pool = pool, .owner = owner};
    if (length > SLOTS_CELLS)
        length = SLOTS_CELLS;
    if (!slots_queue_begin(table, owner, total))
        return SLOTS_TOTAL_FULL;
    found.word = slots_cell_pack(
        owner, aim, atomic_fetch_add(&entry->tickets, SLOTS_TICKET_STEP));
    if (!place_take(table, &found, length))
        return SLOTS_QUEUE_FULL;
    *place = found;
    return SLOTS_ENTERED;
}

slots_place_t slots_queue_arrived(const slots_table_t *table, uint32_t pool,
                                  uint32_t owner, uint32_t aim)
{
    uint64_t next =
        atomic_load_explicit(&table->pools[pool].tickets, memory_order_relaxed);
    return (slots_place_t){.pool = pool,
                           .owner = owner,
                           .word = slots_cell_pack(owner, aim, next - 1)};
}

int slots_queue_return(slots_table_t *table, slots_place_t *place)
{
    waiting_add(table, place->owner);
    return place_take(table, place, SLOTS_CELLS);
}

enum slots_enter slots_queue_enter(slots_table_t *table, uint32_t pool,
                                   uint32_t owner, uint32_t length,
                                   uint32_t total, slots_place_t *place)
{
    return slots_queue_enter_aimed(table, pool, owner, length, total, 0, place);
}

static void place_give_back(slots_table_t *table, const slots_place_t *place)
{
    _Atomic uint64_t *cell = &table->pools[place->pool].cells[place->cell];
    uint64_t word = place->word;
    atomic_compare_exchange_strong(cell, &word, SLOTS_GONE);
    slots_queue_end(table, place->owner);
    slots_wake_pass_on(table, place->pool);
}

/* From now on the request takes any FREE unit. Only this thread changes its
 * word or, if its process were dead, a sweeper. */
static void place_unaim(slots_table_t *table, slots_place_t *place)
{
    _Atomic uint64_t *cell = &table->pools[place->pool].cells[place->cell];
    uint64_t word = place->word;
    place->word = slots_cell_pack(place->owner, 0, word);
    atomic_compare_exchange_strong(cell, &word, place->word);
}

/* Somebody may have written into the table, or persistd may have taken this
 * thread for gone because it did not run for long. */
static void place_keep(slots_table_t *table, const slots_place_t *place)
{
    slots_cells_keep(&table->pools[place->pool], place->cell, place->word);
    slots_queue_count(table, place->owner);
}

/* True while the worker at the place's aim has this version and takes requests.
 */
static int aim_lives(slots_table_t *table, const slots_place_t *place,
                     uint64_t version)
{
    uint32_t entry = slots_cell_aim(place->word) - 1;
    slots_slot_t *slot = entry < SLOTS_POOL_SLOTS
                             ? slots_pool_slot(table, place->pool, entry)
                             : NULL;
    return slot && atomic_load(&slot->version) == version &&
           slots_free_run(table, slot).count > 0;
}

static int claim_at(slots_table_t *table, uint32_t pool, uint64_t generation,
                    uint64_t version, uint32_t owner, uint32_t aim,
                    slots_lease_t *lease)
{
    return aim ? slots_claim_aimed(table, pool, generation, version, owner, aim,
                                   lease)
               : slots_claim(table, pool, generation, version, owner, lease);
}

/* The counter of this aim alone. Claims of waiters with other aims do not help
 * the waiters with this one. */
static _Atomic uint32_t *passed_by(slots_pool_t *pool, uint32_t aim)
{
    return &pool->passed[aim <= SLOTS_POOL_SLOTS ? aim : 0];
}

int slots_queue_arrive(slots_table_t *table, uint32_t pool, uint64_t generation,
                       uint64_t version, uint32_t owner, uint32_t aim,
                       int joins, slots_lease_t *lease)
{
    slots_pool_t *entry = &table->pools[pool];
    _Atomic uint32_t *passed = passed_by(entry, aim);
    int passes = slots_cells_waiting(entry, aim);
    if (passes && atomic_load(passed) >= SLOTS_PASSES)
        return 0;
    if (!(joins && !aim &&
          slots_claim_join(table, pool, generation, version, owner, lease)) &&
        !claim_at(table, pool, generation, version, owner, aim, lease))
        return 0;
    if (passes)
        atomic_fetch_add(passed, 1);
    return 1;
}

int slots_queue_try(slots_table_t *table, slots_place_t *place,
                    uint64_t generation, uint64_t version, slots_lease_t *lease)
{
    slots_pool_t *pool = &table->pools[place->pool];
    int may_claim = place->slice_over;
    /* Read the futex first, then try. slots_queue_pause notices a wake-up after
     * this line, and the claim sees the effect of one before it. */
    place->seen = atomic_load(&pool->futexes[place->cell]);
    place->slice_over = 0;
    if (may_claim)
        place_keep(table, place);
    if (slots_cell_aim(place->word) &&
        (may_claim || !aim_lives(table, place, version)))
        place_unaim(table, place);
    if (!may_claim && !slots_cells_is_front(pool, place->cell, place->word))
        return 0;
    if (!claim_at(table, place->pool, generation, version, place->owner,
                  slots_cell_aim(place->word), lease))
        return 0;
    _Atomic uint32_t *passed = passed_by(pool, slots_cell_aim(place->word));
    if (atomic_load(passed) > 0)
        atomic_store(passed, 0);
    place_give_back(table, place);
    return 1;
}

void slots_queue_pause(slots_table_t *table, slots_place_t *place,
                       uint32_t milliseconds)
{
    _Atomic uint32_t *futex = &table->pools[place->pool].futexes[place->cell];
    if (milliseconds > SLOTS_SLICE_MS)
        milliseconds = SLOTS_SLICE_MS;
    place->slice_over = slots_futex_wait(futex, place->seen, milliseconds);
}

void slots_queue_leave(slots_table_t *table, slots_place_t *place)
{
    place_give_back(table, place);
}
