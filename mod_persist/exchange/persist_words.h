/* SPDX-License-Identifier: Apache-2.0 */
/* persist_words.h: the end of what a script has printed and logged under one
 * request, for the page of PersistDebug. */

#ifndef PERSIST_WORDS_H
#define PERSIST_WORDS_H

#include "wire_frame.h"

#include <apr_pools.h>

/* Bytes of each text that are kept. */
#define PERSIST_WORDS_MAX 8192

/* NULL: nothing has come. */
typedef struct persist_words {
    char *last;   /* the end of the last LOG, which has the traceback */
    char *before; /* the end of all LOGs before that, in lines */
} persist_words_t;

/* Takes the text of a LOG. A NUL in it becomes a space. */
void persist_words_hear(persist_words_t *words, wire_bytes_t text,
                        apr_pool_t *p);

/* Returns both texts as one, or NULL if nothing has come. */
const char *persist_words_all(const persist_words_t *words, apr_pool_t *p);

/* Returns the lines that were printed under this request's id, or under none:
 * those of others are left out, and the marks too (wire/PROTOCOL.md, section
 * 9). text: persistd's report WIRE_STATUS_WORDS. */
const char *persist_words_pick(const char *text, const char *id, apr_pool_t *p);

#endif /* PERSIST_WORDS_H */
