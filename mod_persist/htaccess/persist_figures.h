/* SPDX-License-Identifier: Apache-2.0 */
/* persist_figures.h: counts what the cache of .htaccess files does, in all
 * children of httpd, for the status page. */

#ifndef PERSIST_FIGURES_H
#define PERSIST_FIGURES_H

#include <httpd.h> /* before all other headers of httpd */

#include <stdint.h>

/* Each count is of files; a directory without a .htaccess file counts like
 * one that has it. */
typedef enum persist_figure {
    PERSIST_FIGURE_LENT,    /* given to a request without being read */
    PERSIST_FIGURE_STALE,   /* not given, because the file has changed */
    PERSIST_FIGURE_KEPT,    /* parsed for keeps */
    PERSIST_FIGURE_REFUSED, /* not kept because of what they hold or are */
    PERSIST_FIGURE_EVICTED, /* dropped for want of room */
    PERSIST_FIGURE_ENTRIES, /* kept just now; a child's end takes its own away
                             */
    PERSIST_FIGURES
} persist_figure_t;

/* Parent, post_config: makes the counters, all 0, for as long as p lives.
 * Without memory for them nothing is counted, which is logged. */
void persist_figures_make(apr_pool_t *p, server_rec *s);

/* child_init: takes this child's own counters. p lives as long as the child. */
void persist_figures_child_init(apr_pool_t *p);

/* Any thread of a child. */
void persist_figures_add(persist_figure_t figure, uint64_t n);
void persist_figures_set_entries(uint64_t n);

/* Any thread: the sums over all children since the last start or restart. */
void persist_figures_sum(uint64_t sums[PERSIST_FIGURES]);

#endif /* PERSIST_FIGURES_H */
