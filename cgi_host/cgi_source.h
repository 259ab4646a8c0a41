/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_source.h: a descriptor that the host's loop waits for. */

#ifndef CGI_SOURCE_H
#define CGI_SOURCE_H

#include <stdint.h>

typedef struct cgi_source {
    void (*ready)(void *context);
    void *context;
    uint32_t wanted; /* EPOLLIN, EPOLLOUT; 0: it is not waited for */
} cgi_source_t;

/* Waits for these events of a descriptor from now on, or, with 0, for none: the
 * loop then does not report a hang-up either. A descriptor is forgotten when it
 * is closed; set `wanted` to 0 then. Returns 0, or -1 with errno. */
int cgi_source_want(int epoll, int fd, cgi_source_t *source, uint32_t events);

/* Waits at most so many milliseconds (-1: without limit), and calls `ready` of
 * each source that has something. */
void cgi_source_wait(int epoll, int milliseconds);

#endif /* CGI_SOURCE_H */
