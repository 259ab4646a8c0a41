/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_environment.h: the environment of a program: the variables of its
 * request, and nothing else, as under mod_cgid. */

#ifndef CGI_ENVIRONMENT_H
#define CGI_ENVIRONMENT_H

#include <persist/worker.h>

/* Returns an array of "NAME=value" that ends with NULL, in one block for
 * free() in which they stand one behind the other; or NULL with errno ENOMEM.
 */
char **cgi_environment(const persist_request_t *request);

#endif /* CGI_ENVIRONMENT_H */
