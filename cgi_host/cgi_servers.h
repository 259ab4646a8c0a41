/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_servers.h: the fork servers of the host's program (fork/), which save its
 * exec and its dynamic linking. There is one; where requests come faster than
 * it forks, there are more, so that several processors fork at once. */

#ifndef CGI_SERVERS_H
#define CGI_SERVERS_H

#include "cgi_program.h"

#include <stdint.h>

/* Call this once: finds the library beside the host. Without it, and on systems
 * for which there is none, each program is started by exec. programs: how many
 * may run at a time. */
void cgi_servers_init(int epoll, unsigned programs);

/* Asks a server for a process: a child of this process, in its own process
 * group. fds are its stdin, stdout and stderr; words and environment as of
 * cgi_words() and cgi_environment(). Starts a server where there is none, and
 * a new one when the program has changed. Returns 1, and the program waits: a
 * later call of cgi_source_wait() or cgi_servers_tick() tells it. Returns 0 if
 * the caller must start the program himself: there is no server, or not yet, or
 * one has ended and others must answer first, or this environment needs a
 * loader of its own. */
int cgi_servers_ask(cgi_program_t *program, const cgi_launch_t *launch,
                    const int fds[3]);

/* A child of this process has ended: reads the answers of the servers, one of
 * which names the child if it was that of a program. */
void cgi_servers_note_end(pid_t pid);

/* What becomes of the programs that wait has to be known as soon as the servers
 * answer, not when the processes have ended. */
void cgi_servers_press(void);

/* Replaces servers that have ended or hang, and ends those that nobody needs.
 * Returns when there is something to do again, as of common_now_us(), or
 * INT64_MAX. */
int64_t cgi_servers_tick(int64_t now);

/* Ends the servers if one uses `most` bytes of memory: its copies would have
 * them from the start. Each program is started by exec from then on. */
void cgi_servers_check(uint64_t most);

#endif /* CGI_SERVERS_H */
