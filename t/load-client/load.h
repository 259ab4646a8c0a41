/* SPDX-License-Identifier: Apache-2.0 */
/* load.h: what the parts of the load client share. Every thread is a client
 * of its own; only the tally is everybody's. */

#ifndef T_LOAD_H
#define T_LOAD_H

#include <stddef.h>
#include <stdint.h>

#define LOAD_TOKEN_SIZE 48
#define LOAD_BODY_MAX 4096

typedef struct load_options {
    int port;
    const char *path; /* of a script that echoes query and body */
    int clients;
    int http2;
    long requests; /* all clients together; 0: until seconds are over */
    int seconds;
} load_options_t;

/* One request and what its answer must begin with. */
typedef struct load_exchange {
    char token[LOAD_TOKEN_SIZE];
    int post; /* the token is also the body */
} load_exchange_t;

/* load.c: whether there is another request to make; *exchange is its token. */
int load_next(load_exchange_t *exchange);

/* tally.c: any thread. The answer is wrong when it does not repeat exactly the
 * exchange's tokens; what it ends with is the pid of the worker. */
void tally_answer(const load_exchange_t *exchange, int status, const char *body,
                  size_t length);
void tally_failure(const char *why);
void tally_retry(void);
/* Prints key=value lines; returns whether all was well. */
int tally_print(void);

/* A loopback connection, or -1. */
int load_connect(int port);
/* Sends all of it; returns 0, or -1. */
int load_send(int fd, const char *data, size_t length);

/* http1.c, http2.c: one client's life. */
void http1_run(const load_options_t *options);
void http2_run(const load_options_t *options);

#endif /* T_LOAD_H */
