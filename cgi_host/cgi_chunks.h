/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_chunks.h: the body of an nph- program that writes it in chunks (RFC 9112,
 * 7.1). httpd frames responses itself. Pure. */

#ifndef CGI_CHUNKS_H
#define CGI_CHUNKS_H

#include <stddef.h>

/* {0} stands before the first chunk. */
typedef struct cgi_chunks {
    int state;   /* of enum chunks_state, cgi_chunks.c */
    int digits;  /* there are some of the size */
    size_t left; /* bytes of the chunk that have not come yet */
} cgi_chunks_t;

/* Takes sizes, extensions and trailers out of n bytes, in place. Returns how
 * many bytes of the body are left, or -1 for what is not in chunks. Bytes after
 * the last chunk and its trailers are left out. */
long cgi_chunks_take(cgi_chunks_t *chunks, char *bytes, size_t n);

/* True once a byte has come. */
int cgi_chunks_begun(const cgi_chunks_t *chunks);

/* True once the last chunk and its trailers have come. */
int cgi_chunks_ended(const cgi_chunks_t *chunks);

#endif /* CGI_CHUNKS_H */
