/* SPDX-License-Identifier: Apache-2.0 */
/* persist_environment.h: which variables of httpd's own environment are passed
 * on. The others may be secrets of httpd's service, and /proc shows a process's
 * environment to everything that runs as its user. */

#ifndef PERSIST_ENVIRONMENT_H
#define PERSIST_ENVIRONMENT_H

#include <apr_pools.h>

/* True if workers start with the variable "NAME=value". Scripts get the others
 * with each request; these variables shape the process itself. */
int persist_environment_is_for_workers(const char *variable);

/* Returns the variables of `from` that persistd starts with: those for workers,
 * and those that its own libraries and debugging tools need. Ends with NULL. */
char **persist_environment_for_persistd(char *const *from, apr_pool_t *p);

#endif /* PERSIST_ENVIRONMENT_H */
