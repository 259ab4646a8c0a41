/* SPDX-License-Identifier: Apache-2.0 */
/* facts.h: a worker as plain facts, for decisions and for news. */

#ifndef FACTS_H
#define FACTS_H

#include "decide/life.h"
#include "state/news.h"

/* leased is left 0: to know it, the worker is taken out of the table. */
life_facts_t facts_of_life(const worker_t *worker);

/* Some request was given to it. */
int facts_has_served(const worker_t *worker);

/* ": " and the last line that it printed, or ""; for free(). */
char *facts_last_words(const worker_t *worker);

/* status is left 0. words stay the caller's. */
worker_end_t facts_of_end(const worker_t *worker, const char *words);

#endif /* FACTS_H */
