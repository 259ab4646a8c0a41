/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_server.h: the fork server of the host's program (fork/), which saves its
 * exec and its dynamic linking. There is one at most. */

#ifndef CGI_SERVER_H
#define CGI_SERVER_H

#include "cgi_program.h"

#include <stdint.h>
#include <sys/types.h>

/* Call this once: finds the library beside the host. Without it, and on systems
 * for which there is none, each program is started by exec. */
void cgi_server_init(void);

/* Has the server make a process for a request: a child of this process, in its
 * own process group. fds are its stdin, stdout and stderr; words and
 * environment as of cgi_words() and cgi_environment(). Starts a server where
 * there is none, and a new one when the program has changed.
 * Returns the pid. Returns 0 if the caller must start the program himself:
 * there is no server, or not yet, or this environment needs a loader of its
 * own. Returns -1 with errno if the program could not be started. With EIO
 * there is no server any more, and it has not told whether it has made the
 * process: cgi_stray.h. */
pid_t cgi_server_fork(const cgi_launch_t *launch, const int fds[3]);

/* Ends the server if it uses `most` bytes of memory: its copies would have them
 * from the start. Each program is started by exec from then on. */
void cgi_server_check(char *const *command, uint64_t most);

#endif /* CGI_SERVER_H */
