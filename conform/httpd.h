/* SPDX-License-Identifier: Apache-2.0 */
/* httpd.h: plays an httpd child on data connections. */

#ifndef CONFORM_HTTPD_H
#define CONFORM_HTTPD_H

#include "conn.h"

typedef struct httpd_request {
    const char *path;  /* PATH_INFO */
    const char *query; /* QUERY_STRING; NULL: empty */
    const char *id;    /* NULL: "conform-1" */
    uint32_t seq;      /* 0: a random one */
    unsigned body_mode;
    const void *body; /* here, or the beginning */
    size_t body_len;
    unsigned soft_ms;
} httpd_request_t;

/* What the worker has sent for a request so far. */
typedef struct httpd_answer {
    uint32_t seq;       /* of the request */
    unsigned body_mode; /* of the request */
    int done;           /* the frame that ends the response has arrived */
    int refused;        /* the first frame but LOG was END */
    int lost;           /* the connection has ended */
    int ok, after;      /* of END, or of the frame that replaces it */
    int wrong_seq;      /* RESPONSE or INFO had another seq */
    unsigned status;    /* 0: no RESPONSE yet */
    int fault;          /* RESPONSE had the flag fault */
    unsigned infos, wants, bodies, files;
    uint64_t credit;  /* open */
    int over_credit;  /* more than 1 MiB was open */
    int body_ended;   /* BODY last or broken was sent */
    size_t len;       /* bytes of the response's body */
    wire_file_t file; /* the last FILE */
} httpd_answer_t;

/* Opens a data connection and sends OPEN. */
conn_t *httpd_open(play_t *play, unsigned unit, unsigned features);

/* Appends OPEN of unit 0. */
void httpd_encode_open(conn_t *conn, msgpack_sbuffer *out);
/* Appends the request, and returns its seq. */
uint32_t httpd_encode(conn_t *conn, msgpack_sbuffer *out,
                      const httpd_request_t *request);

/* Begins an answer, for a request that the caller sends itself. */
void httpd_expect(httpd_answer_t *answer, uint32_t seq, unsigned body_mode);
/* Sends the request. */
void httpd_ask(conn_t *conn, const httpd_request_t *request,
               httpd_answer_t *answer);
/* Sends a piece of the body, whatever the credit is. */
void httpd_body(conn_t *conn, const void *bytes, size_t n, unsigned mark,
                httpd_answer_t *answer);

/* Takes one message and returns its kind. A message that breaks the protocol
 * fails the rule. */
wire_kind_t httpd_take(conn_t *conn, httpd_answer_t *answer);
/* Takes the rest of the response. */
void httpd_finish(conn_t *conn, httpd_answer_t *answer);
/* Sends the body within the credit, and takes the response at the same time. */
void httpd_upload(conn_t *conn, const char *body, size_t n,
                  httpd_answer_t *answer);
/* Requests /echo with a pulled body, and returns behind the first WANT: then
 * the script runs. An answer before that fails the rule. */
conn_t *httpd_begin_upload(play_t *play, httpd_answer_t *answer);
/* The response's body, followed by a NUL. */
const char *httpd_received(void);

/* Sends a request and takes the whole response. */
void httpd_get(conn_t *conn, const char *path, const char *query,
               httpd_answer_t *answer);
/* Fails the rule unless the response is whole and has the status and, unless
 * NULL, the body. what is the subject of the message. */
void httpd_check(conn_t *conn, const httpd_answer_t *answer, unsigned status,
                 const char *body, const char *what);
/* Skips the rule if the script has answered 501. */
void httpd_check_offered(conn_t *conn, const httpd_answer_t *answer);
/* Requests /hello and checks the response. */
void httpd_hello(conn_t *conn, const char *what);
/* The same on a new connection, which is then closed. */
void httpd_hello_anew(play_t *play, const char *what);

#endif /* CONFORM_HTTPD_H */
