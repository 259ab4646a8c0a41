/* SPDX-License-Identifier: Apache-2.0 */
/* persist_spool_budget.h: counts the bytes in temporary files of this child, so
 * that neither the child nor one owner of scripts can fill the disk. Any
 * thread. Only what goes to a file is counted, so a request that stays in
 * memory takes no lock. */

#ifndef PERSIST_SPOOL_BUDGET_H
#define PERSIST_SPOOL_BUDGET_H

#include <stdint.h>
#include <sys/types.h>

/* Most bytes in temporary files; 0: no ceiling. */
typedef struct persist_spool_budget {
    uint64_t child; /* of this child (PersistCeiling BufferTotal) */
    uint64_t owner; /* of one owner in this child (BufferShare) */
} persist_spool_budget_t;

/* Takes `bytes` for the scripts of `owner`. Returns 0, or -1 if that would
 * exceed a ceiling or memory is short; then nothing is taken. */
int persist_spool_budget_take(const persist_spool_budget_t *budget, uid_t owner,
                              uint64_t bytes);

/* Gives back bytes that were taken. */
void persist_spool_budget_give(uid_t owner, uint64_t bytes);

#endif /* PERSIST_SPOOL_BUDGET_H */
