/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_start.h: how a program gets its process: from a fork server, or by
 * execve(2). */

#ifndef CGI_START_H
#define CGI_START_H

#include "cgi_program.h"

/* Call this once, before any other: notes the signal mask that programs get.
 * Returns 0, or -1 with errno. */
int cgi_start_init(void);

/* Starts a process, by a fork server where there is one: the program may then
 * be awaited. The kernel kills it when the host dies. The struct stays at its
 * place while it is awaited, and until the process is reaped. Returns 0, or -1
 * with errno and nothing to clean up. */
int cgi_start(cgi_program_t *program, const cgi_launch_t *launch);

/* Closes the pipes of a program that has no process. */
void cgi_start_undo(cgi_program_t *program);

#endif /* CGI_START_H */
