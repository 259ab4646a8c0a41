/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_early.h: the variables that a fork server has from its start. */

#ifndef CGI_EARLY_H
#define CGI_EARLY_H

#include "cgi_buffer.h"

#define CGI_EARLY_MAX 64 /* variables; the rest is left out */

/* True for a variable that the loader, the C library, an interpreter or OpenMP
 * may read at the start. */
int cgi_early_is(const char *variable);

/* Copies those of an environment, each with its NUL. Others are a visitor's,
 * and children could see what their server was started with. `early` is empty
 * before. Returns 0, or -1 with errno. */
int cgi_early_take(char *const *environment, cgi_buffer_t *early);

/* True if an environment has the same early variables, in the same order: a
 * process that reads them again, or does not, then finds no difference. */
int cgi_early_suits(const cgi_buffer_t *early, char *const *environment);

/* Makes an array of them, with NULL at its end. The strings stay where they
 * are. */
void cgi_early_list(const cgi_buffer_t *early, char *list[CGI_EARLY_MAX + 1]);

#endif /* CGI_EARLY_H */
