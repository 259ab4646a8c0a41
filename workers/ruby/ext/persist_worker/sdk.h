/* SPDX-License-Identifier: Apache-2.0 */
/* sdk.h: what the files of the extension persist_worker/core share.
 *
 * A *unit* is a thread of the script that answers requests, and the one request
 * that it has. The GVL guards all of it, but for ptr and previous while the
 * unit waits for the next request: then nobody else looks at them, for it is
 * not armed and has no object.
 * Why: docs/decisions/ruby-stands-on-the-core.md */

#ifndef SDK_H
#define SDK_H

#include <persist/worker.h>
#include <ruby.h>

#define SDK_UNITS 16 /* as many as httpd asks of one worker */

typedef struct sdk_unit {
    VALUE thread; /* Qfalse: free */
    /* the object and what it holds; Qnil: none */
    VALUE request;
    VALUE env;
    VALUE body;
    VALUE response;
    persist_request_t *ptr;      /* while the request is with the script */
    persist_request_t *previous; /* is over, and to be given back */
    int armed;                   /* the soft deadline may interrupt it … */
    int sent;                    /* … and has sent the exception */
    int spoken;                  /* httpd may have bytes of it still to read */
    int ended;                   /* the response */
    int busy;                    /* in the core, without the GVL */
    int closing;                 /* other threads can't use it any more */
} sdk_unit_t;

/* worker.c: the process as a worker */
void sdk_init_worker(VALUE module);
extern persist_worker_t *sdk_worker;
/* Whether this process was forked by the script: the worker is its parent. */
int sdk_is_child(void);

/* unit.c */
void sdk_init_units(void);
/* That of this thread; a new one if it has none. ThreadError: too many. */
sdk_unit_t *sdk_unit_here(void);
/* The request that this thread is at work on, or NULL. */
const sdk_unit_t *sdk_unit_at_work(void);
/* This thread has done its last request. */
void sdk_unit_leave(sdk_unit_t *unit);
/* Has every unit interrupted whose request is late, this thread last. */
void sdk_unit_expire(void);

/* blocking.c: calls of the core that may take their time */
typedef struct sdk_call {
    sdk_unit_t *unit;
    VALUE request; /* whose call it is; Qfalse: nobody's */
    /* Runs without the GVL. Gives what the core gives. */
    long (*run)(struct sdk_call *call);
    int waits; /* signals and other threads interrupt it: EINTR */
    int done;
    long result;
    int error; /* errno */
} sdk_call_t;
/* Makes the call. Interrupts of the thread (deadlines, signals) are raised
 * before it, so that what it has done is never lost. RuntimeError: the request
 * is over, or another thread is at work on it. */
long sdk_block(sdk_call_t *call);
/* Bytes that nobody changes meanwhile: the string, or a copy of it. */
VALUE sdk_hold(VALUE string);
VALUE sdk_let_go(VALUE held);

/* request.c: what is asked */
void sdk_init_request(VALUE module);
VALUE sdk_request_new(sdk_unit_t *unit);
/* Its object can't be used any more; it waits to be given back. */
void sdk_request_close(sdk_unit_t *unit);
/* The unit of a request; RuntimeError: it is over. */
sdk_unit_t *sdk_request_unit(VALUE request);

/* variables.c */
void sdk_init_variables(void);
/* A Hash of all of them. */
VALUE sdk_variables(const persist_request_t *request);
VALUE sdk_variable(const persist_request_t *request, const char *name);

/* response.c: what is answered */
void sdk_init_response(VALUE request_class);

/* block.c: the headers of a response on their way out */
void sdk_init_block(VALUE module);
/* A binary string, name NUL value NUL …, of a Hash or of pairs. ArgumentError:
 * what can't be sent. */
VALUE sdk_block_pack(VALUE headers);
/* Whether the block has the header, whose name is in lower case. */
int sdk_block_has(VALUE block, const char *name);

/* errors.c */
void sdk_init_errors(VALUE module);
/* Raises what this errno of a request means. */
void sdk_raise(int error) __attribute__((noreturn));
VALUE sdk_deadline_exceeded(void);
/* A class or module of ours that Ruby code has defined; kept for good. */
VALUE sdk_constant(VALUE module, const char *name);

#endif /* SDK_H */
