/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_exchange.h: one request and the program that answers it. */

#ifndef CGI_EXCHANGE_H
#define CGI_EXCHANGE_H

#include "cgi_buffer.h"
#include "cgi_chunks.h"
#include "cgi_head.h"
#include "cgi_program.h"
#include "cgi_source.h"

#include <persist/worker.h>

#include <stdint.h>

enum cgi_answer {
    CGI_ANSWER_HEAD,   /* the head of the output is not whole yet */
    CGI_ANSWER_HELD,   /* nothing of the response has been sent */
    CGI_ANSWER_STREAM, /* it is sent as it comes */
    CGI_ANSWER_DONE    /* it has ended, or nobody takes it */
};

/* How far a program has been told to end; each step follows the one before. */
enum cgi_stop { CGI_STOP_NONE, CGI_STOP_TERM, CGI_STOP_KILL };

typedef struct cgi_exchange {
    struct cgi_exchange *next;
    int epoll;
    persist_request_t *request; /* NULL: it has been given back */
    char *const *command;       /* as of cgi_exchange_begin() */
    const char *script;         /* path, for the log */
    int is_nph;
    cgi_program_t program;
    int is_begun;  /* its process is known */
    unsigned ends; /* cgi_ends_count() when it was looked at */
    unsigned news; /* that has come before */
    cgi_source_t input, output, errors; /* descriptors of program */
    cgi_buffer_t body; /* of the request, read and not written yet */
    cgi_buffer_t held; /* output: the head, or what follows it */
    cgi_buffer_t line; /* of stderr, not whole yet */
    cgi_head_t head;
    cgi_chunks_t chunks; /* where the output is, if head.is_chunked */
    enum cgi_answer answer;
    enum cgi_stop stop;
    int stops_group;   /* else the process alone, as mod_cgid does */
    int64_t listen_at; /* 0: its output is watched from the start, or is read
                        * already; common_now_us() */
    int64_t send_at;   /* 0: nothing is held back; common_now_us() */
    int64_t stop_at;   /* 0: the program may run on */
} cgi_exchange_t;

/* Starts the program for a request. command: it, or its interpreter and
 * arguments, and it; then NULL. It stays where it is. Returns NULL when the
 * request has been answered by an error. */
cgi_exchange_t *cgi_exchange_begin(int epoll, persist_request_t *request,
                                   char *const *command);

/* Takes in bits of enum persist_news; those that come before the process are
 * kept until then. */
void cgi_exchange_news(cgi_exchange_t *exchange, unsigned news);

/* Does what is due. Returns when there is something to do again, as of
 * common_now_us(), or INT64_MAX. */
int64_t cgi_exchange_tick(cgi_exchange_t *exchange, int64_t now);

/* Gives the request back once it is answered and its program has ended, or has
 * been told to. Returns 1 when nothing is left of the exchange; a process that
 * holds stderr open keeps it. */
int cgi_exchange_is_over(cgi_exchange_t *exchange);

/* True if the request has been given back, and its program, or another of the
 * group, still ends. */
int cgi_exchange_lingers(const cgi_exchange_t *exchange);

/* True if nothing is left of the exchange but a stderr that some process, which
 * the program has left behind, holds open. */
int cgi_exchange_hears(const cgi_exchange_t *exchange);

void cgi_exchange_free(cgi_exchange_t *exchange);

#endif /* CGI_EXCHANGE_H */
