/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_sections.h: the sections and .htaccess files that hold for a
 * request, in httpd's order, and which of them count. httpd merges them in
 * groups: those of <Files> with each other before they meet the directory's. So
 * a merge only puts them in a row; which of them count is known when all are
 * there. */

#ifndef PERSIST_CONFIG_SECTIONS_H
#define PERSIST_CONFIG_SECTIONS_H

#include "config/persist_config.h"

/* What httpd keeps for a section, and for a merge: the innermost section, and
 * those that it is inside of. Never changed once it is merged, because httpd
 * merges the same one for many requests. */
typedef struct persist_sections {
    persist_dir_config_t *own;
    const struct persist_sections *outer; /* NULL: there are none */
    size_t count;                         /* own and all outer ones */
    const persist_app_t *app;             /* of all of them */
} persist_sections_t;

/* Returns the sections of one that stands alone. */
persist_sections_t *persist_config_sections_begin(apr_pool_t *p,
                                                  persist_dir_config_t *own);

/* Puts one row of sections inside of another. A .htaccess file in static/ or
 * public/ of an application of the outer ones is left out. */
const persist_sections_t *
persist_config_sections_join(apr_pool_t *p, const persist_sections_t *outer,
                             const persist_sections_t *inner);

/* Lists the sections whose settings count, the outermost first. For a URL of an
 * application these are the server's own and the .htaccess files down to the
 * application's folder. Returns their number. */
size_t persist_config_sections_list(const persist_sections_t *sections,
                                    apr_pool_t *p,
                                    const persist_dir_config_t ***list);

#endif /* PERSIST_CONFIG_SECTIONS_H */
