/* SPDX-License-Identifier: Apache-2.0 */
/* persist_environment.h: which variables of httpd's own environment go on. The
 * others may be secrets of its service, and /proc shows a process's environment
 * to all that its user runs. */

#ifndef PERSIST_ENVIRONMENT_H
#define PERSIST_ENVIRONMENT_H

#include <apr_pools.h>

/* Whether workers start with "NAME=value". Scripts get the rest with each
 * request; these shape the process itself. */
int persist_environment_is_for_workers(const char *variable);

/* What persistd starts with, of this: what workers do, and what its own
 * libraries and a search for its mistakes need. Ends with NULL. */
char **persist_environment_for_persistd(char *const *from, apr_pool_t *p);

#endif /* PERSIST_ENVIRONMENT_H */
