/* SPDX-License-Identifier: Apache-2.0 */
/* persist_refused.h: which .htaccess files must be parsed for each request. */

#ifndef PERSIST_REFUSED_H
#define PERSIST_REFUSED_H

#include "htaccess/persist_text.h"

/* child_init, before the child has threads: looks at the directives of all
 * modules that are loaded. p lives as long as the child. */
void persist_refused_child_init(apr_pool_t *p, server_rec *s);

/* Any thread: returns what in this text keeps it from being kept (a directive's
 * name, or another word for the log), or NULL. *weight: what its lines weigh
 * (persist_weight.h), at most PERSIST_TEXT_MAX if it may be kept. p: for
 * scratch. */
const char *persist_refused_find(const persist_text_t *text, size_t *weight,
                                 apr_pool_t *p);

#endif /* PERSIST_REFUSED_H */
