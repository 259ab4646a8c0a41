/* SPDX-License-Identifier: Apache-2.0 */
/* hears.h: what news of a worker mean for its pool. */

#ifndef HEARS_H
#define HEARS_H

#include "state/news.h"

/* pd->heard: updates the pool's record and back-off, and marks the pool. It
 * does not start or reconcile anything. */
void pool_hears(persistd_t *pd, const worker_news_t *news);

#endif /* HEARS_H */
