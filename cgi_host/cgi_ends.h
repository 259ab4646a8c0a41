/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_ends.h: the ends of the host's children, as an event of its loop. */

#ifndef CGI_ENDS_H
#define CGI_ENDS_H

/* Call this once, after cgi_start_init(): blocks SIGCHLD, and receives it from
 * a descriptor. When a child has ended, cgi_source_wait() returns, and the
 * answers of fork servers are read, which tell whose process it was. Returns 0,
 * or -1 with errno. */
int cgi_ends_init(int epoll);

/* Returns how often children have ended: while that is the same, no further one
 * has. */
unsigned cgi_ends_count(void);

#endif /* CGI_ENDS_H */
