/* SPDX-License-Identifier: Apache-2.0 */
/* httpd.h: plays an httpd child on data connections. */

#ifndef CONFORM_HTTPD_H
#define CONFORM_HTTPD_H

#include "conn.h"

typedef struct httpd_request {
    const char *path;  /* PATH_INFO */
    const char *query; /* QUERY_STRING; NULL: empty */
    const char *id;    /* NULL: "conform-1" */
    uint32_t seq;      /* 0: one is drawn */
    unsigned body_mode;
    const void *body; /* here, or the beginning */
    size_t body_len;
    unsigned soft_ms;
} httpd_request_t;

/* What has come of a request so far. */
typedef struct httpd_answer {
    uint32_t seq;       /* of the request */
    unsigned body_mode; /* of the request */
    int done;           /* the frame that ends it has come */
    int refused;        /* by END before anything else */
    int lost;           /* the connection has ended before */
    int ok, after;      /* of END, or what stands for it */
    int wrong_seq;      /* RESPONSE or INFO had another one */
    unsigned status;    /* 0: no RESPONSE yet */
    unsigned infos, wants, bodies, files;
    uint64_t credit;  /* open */
    int over_credit;  /* more than 1 MiB was open */
    int body_ended;   /* BODY last or broken was sent */
    size_t len;       /* of the body that has come */
    wire_file_t file; /* the last FILE */
} httpd_answer_t;

/* A data connection with OPEN sent. */
conn_t *httpd_open(play_t *play, unsigned unit, unsigned features);

/* Appends OPEN of unit 0, or the request; returns its seq. */
void httpd_encode_open(conn_t *conn, msgpack_sbuffer *out);
uint32_t httpd_encode(conn_t *conn, msgpack_sbuffer *out,
                      const httpd_request_t *request);

/* Begins the answer to a request that is sent by other means. */
void httpd_expect(httpd_answer_t *answer, uint32_t seq, unsigned body_mode);
/* Sends the request. */
void httpd_ask(conn_t *conn, const httpd_request_t *request,
               httpd_answer_t *answer);
/* Sends a piece of the body, without a look at the credit. */
void httpd_body(conn_t *conn, const void *bytes, size_t n, unsigned mark,
                httpd_answer_t *answer);

/* Takes one message in; returns its kind. What must not come fails the rule. */
wire_kind_t httpd_take(conn_t *conn, httpd_answer_t *answer);
/* Takes the rest of the response. */
void httpd_finish(conn_t *conn, httpd_answer_t *answer);
/* Sends the body as credit allows, and takes the response meanwhile. */
void httpd_upload(conn_t *conn, const char *body, size_t n,
                  httpd_answer_t *answer);
/* The body that has come last, with a NUL behind it. */
const char *httpd_received(void);

/* Requests the path, and takes the whole response. */
void httpd_get(conn_t *conn, const char *path, const char *query,
               httpd_answer_t *answer);
/* Fails unless the response is whole and has this status and, unless NULL, this
 * body. what is the subject of the complaint. */
void httpd_check(conn_t *conn, const httpd_answer_t *answer, unsigned status,
                 const char *body, const char *what);
/* Skips the rule if the script has answered 501. */
void httpd_check_offered(conn_t *conn, const httpd_answer_t *answer);
/* Requests /hello, which must be answered; what has happened before. */
void httpd_hello(conn_t *conn, const char *what);
/* The same on a new connection, closed again. */
void httpd_hello_anew(play_t *play, const char *what);

#endif /* CONFORM_HTTPD_H */
