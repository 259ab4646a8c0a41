/* SPDX-License-Identifier: Apache-2.0 */
/* persist_spool.h: keeps bytes that are read later, for a request's body and
 * for a response.
 *
 * Bytes are appended at the end and can be read from any offset, as often as
 * needed. The first PERSIST_SPOOL_MEMORY bytes are kept in memory, the others
 * in a temporary file. All is freed with the pool. A spool belongs to one
 * thread. Why: docs/decisions/slow-clients-wait-in-httpd.md */

#ifndef PERSIST_SPOOL_H
#define PERSIST_SPOOL_H

#include "exchange/persist_spool_budget.h"

#include <apr_pools.h>
#include <stddef.h>
#include <sys/types.h>
#include <sys/uio.h>

/* Bytes of one spool in memory, and those of all spools of this child; the
 * first 64 KiB of each are not counted. */
#define PERSIST_SPOOL_MEMORY ((size_t)256 << 10)
#define PERSIST_SPOOL_SHARE ((size_t)16 << 20)
/* Most bytes that one look at the file shows. */
#define PERSIST_SPOOL_WINDOW ((size_t)64 << 10)

typedef struct persist_spool persist_spool_t;

typedef enum persist_spool_result {
    PERSIST_SPOOL_OK,
    PERSIST_SPOOL_FULL,  /* `most` or the budget is reached; nothing is kept */
    PERSIST_SPOOL_FAILED /* the temporary file cannot be written */
} persist_spool_result_t;

/* Makes an empty spool of at most `most` bytes (PersistBuffer). What is in the
 * file is taken from the budget of the user in whose share persistd counts the
 * workers of `script` (a path that lives as long as p). No memory is taken
 * before the first append. */
persist_spool_t *persist_spool_make(apr_pool_t *p, uint64_t most,
                                    const char *script,
                                    const persist_spool_budget_t *budget);

/* Lets the spool have `most` bytes, if it may have fewer now. */
void persist_spool_widen(persist_spool_t *spool, uint64_t most);

/* Appends the bytes of all parts, or, if FULL, none of them: the caller still
 * has them, and passes them on as they come. After FAILED the spool is of no
 * use any more. The array (not the bytes) is overwritten. */
persist_spool_result_t persist_spool_append(persist_spool_t *spool,
                                            struct iovec *parts, int count);

/* Returns the number of bytes in the spool. */
apr_off_t persist_spool_length(const persist_spool_t *spool);

/* Shows bytes from the offset `at`: sets *data, and returns how many bytes
 * there are, at most `most`. Returns 0 at the end, or -1 if the file cannot be
 * read. What was shown is valid until the next look, also while bytes are
 * appended. */
long persist_spool_look(persist_spool_t *spool, apr_off_t at, size_t most,
                        const char **data);

/* After FAILED or -1: the detail of the fault, which names the directory.
 * Otherwise NULL. */
const char *persist_spool_error(const persist_spool_t *spool);

#endif /* PERSIST_SPOOL_H */
