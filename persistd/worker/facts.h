/* SPDX-License-Identifier: Apache-2.0 */
/* facts.h: a worker as plain facts, for decisions and for news. */

#ifndef FACTS_H
#define FACTS_H

#include "decide/life.h"
#include "state/news.h"

/* leased stays 0, because finding it out takes the worker out of the table. */
life_facts_t facts_of_life(const worker_t *worker);

/* True if the worker has been given a request. */
int facts_has_served(const worker_t *worker);

/* The end of its output, or ""; the caller frees it. */
char *facts_last_words(const worker_t *worker);

/* status stays 0. The words still belong to the caller. */
worker_end_t facts_of_end(const worker_t *worker, const char *words);

#endif /* FACTS_H */
