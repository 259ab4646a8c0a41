/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_head.h: the head of a CGI program's output (RFC 3875, 6.2 and 6.3), and
 * that of a program whose name begins with nph- (chapter 5). Pure. */

#ifndef CGI_HEAD_H
#define CGI_HEAD_H

#include <stddef.h>

typedef struct cgi_head {
    unsigned status; /* 200 … 599 */
    char *block;     /* headers as name, value, … of NUL-terminated strings */
    size_t length;   /* of block */
    size_t size;     /* bytes of the output up to the body */
    int is_chunked;  /* the body of an nph- program is (cgi_chunks.h) */
} cgi_head_t;

/* What cgi_head_read() returns. */
enum cgi_head_result {
    CGI_HEAD_WHOLE = 1, /* *head is filled */
    CGI_HEAD_PART = 0,  /* more of the output is needed */
    CGI_HEAD_WRONG = -1 /* *why says what is wrong */
};

/* Reads the head at the start of n bytes of output. As under mod_cgid the last
 * of several headers counts where only one makes sense (Content-Type, Status,
 * Location, …). Of an nph- program (is_nph) it begins with a status line,
 * interim responses (1xx) are skipped, folded lines are joined, and
 * Transfer-Encoding may be chunked. For CGI_HEAD_WHOLE the caller frees
 * head->block. *why is a phrase for the log. */
int cgi_head_read(const char *output, size_t n, int is_nph, cgi_head_t *head,
                  const char **why);

#endif /* CGI_HEAD_H */
