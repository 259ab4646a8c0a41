/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_buffer.h: bytes that wait for the rest, or for room. */

#ifndef CGI_BUFFER_H
#define CGI_BUFFER_H

#include <stddef.h>

/* {0} is an empty one. */
typedef struct cgi_buffer {
    char *bytes;
    size_t size; /* of what waits */
    size_t room;
} cgi_buffer_t;

/* Adds n bytes. Returns 0, or -1 with errno ENOMEM and nothing added. */
int cgi_buffer_add(cgi_buffer_t *buffer, const void *bytes, size_t n);

/* Takes n bytes away from the front. */
void cgi_buffer_drop(cgi_buffer_t *buffer, size_t n);

void cgi_buffer_free(cgi_buffer_t *buffer);

#endif /* CGI_BUFFER_H */
