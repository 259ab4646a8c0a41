/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_limit.h: how many files may be open (RLIMIT_NOFILE). The host needs many;
 * its programs get the limit that httpd was started with, as under mod_cgid. */

#ifndef CGI_LIMIT_H
#define CGI_LIMIT_H

#include <sys/types.h>

/* Call this once: notes the soft limit, and raises that of this process, as far
 * as the hard limit allows, for so many programs at a time. */
void cgi_limit_raise(unsigned programs);

/* Sets the limit of this process back. Safe between fork(2) or vfork(2) and
 * execve(2). */
void cgi_limit_restore(void);

/* The same for a child of ours that has been started already. */
void cgi_limit_restore_in(pid_t pid);

#endif /* CGI_LIMIT_H */
