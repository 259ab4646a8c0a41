/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_source.h: a descriptor that the host's loop waits for. */

#ifndef CGI_SOURCE_H
#define CGI_SOURCE_H

#include <stdint.h>

typedef struct cgi_source {
    void (*ready)(void *context);
    void *context;
    uint32_t wanted; /* EPOLLIN, EPOLLOUT; with EPOLLONESHOT, once; 0: it is
                      * not waited for */
} cgi_source_t;

/* Waits for these events of a descriptor from now on, or, with 0, for none: the
 * loop then does not report a hang-up either. Returns 0, or -1 with errno. */
int cgi_source_want(int epoll, int fd, cgi_source_t *source, uint32_t events);

/* Closes a descriptor, if it is not -1 already, and sets it to -1. The loop
 * stops waiting for it first: a program that is just being started may still
 * have a copy, and epoll would report that. */
void cgi_source_close(int epoll, int *fd, cgi_source_t *source);

/* Waits at most so many milliseconds (-1: without limit), and calls `ready` of
 * each source that has something. */
void cgi_source_wait(int epoll, int milliseconds);

#endif /* CGI_SOURCE_H */
