/* SPDX-License-Identifier: Apache-2.0 */
/* sdk.h: what the files of the extension persist_worker/core share.
 *
 * A *unit* is a thread of the script that answers requests, together with its
 * current request. The GVL guards all fields, except ptr and previous while the
 * unit waits for the next request: no other thread reads them then, because the
 * unit is not armed and has no request object.
 * Why: docs/decisions/ruby-stands-on-the-core.md */

#ifndef SDK_H
#define SDK_H

#include <persist/worker.h>
#include <ruby.h>

#define SDK_UNITS 16 /* limit of persist/worker.h */

typedef struct sdk_unit {
    VALUE thread;                /* its thread; Qfalse: the unit is free */
    VALUE request;               /* the request's object; Qnil: none */
    VALUE env;                   /* Hash of the variables; Qnil: not made yet */
    VALUE body;                  /* Body; Qnil: not made yet */
    VALUE response;              /* Response; Qnil: not made yet */
    persist_request_t *ptr;      /* the request, while the script has it */
    persist_request_t *previous; /* a request that is over, to be given back */
    int armed;                   /* 1: the soft deadline may interrupt it */
    int sent;                    /* 1: the deadline's exception has been sent */
    int spoken;  /* 1: httpd may not have read all that was sent */
    int ended;   /* 1: the response has ended */
    int busy;    /* 1: a thread is in the core without the GVL */
    int closing; /* 1: other threads can't use it any more */
} sdk_unit_t;

/* ---- worker.c: the process as a worker */

void sdk_init_worker(VALUE module);
/* The worker; NULL: this process is none. */
extern persist_worker_t *sdk_worker;
/* Returns 1 if the script has forked this process: the worker is its parent. */
int sdk_is_child(void);

/* ---- unit.c: the threads that answer requests */

void sdk_init_units(void);
/* Returns the unit of this thread, a new one if it has none. Raises ThreadError
 * when there are too many. */
sdk_unit_t *sdk_unit_here(void);
/* Returns the unit of this thread if it works at a request, else NULL. */
const sdk_unit_t *sdk_unit_at_work(void);
/* Frees the unit: its thread has done its last request. */
void sdk_unit_leave(sdk_unit_t *unit);
/* Interrupts every unit whose request is late, that of this thread last. */
void sdk_unit_expire(void);

/* ---- blocking.c: calls of the core that may wait */

typedef struct sdk_call {
    sdk_unit_t *unit;
    VALUE request; /* the request whose call it is; Qfalse: none */
    /* Runs without the GVL and returns what the core returns. */
    long (*run)(struct sdk_call *call);
    int waits;   /* 1: signals and other threads interrupt it by EINTR */
    int done;    /* 1: run has returned */
    long result; /* what it returned */
    int error;   /* errno after it */
} sdk_call_t;
/* Makes the call and returns its result. Interrupts of the thread (deadlines,
 * signals) are raised before the call, so that its result is never lost. Raises
 * RuntimeError if the request is over or another thread is in a call of it. */
long sdk_block(sdk_call_t *call);
/* Returns a string that no thread can change until sdk_let_go(): the given one,
 * locked, or a copy. */
VALUE sdk_hold(VALUE string);
/* Unlocks what sdk_hold() returned. */
VALUE sdk_let_go(VALUE held);

/* ---- request.c: the class ResidentRequest */

void sdk_init_request(VALUE module);
/* Makes the object of the unit's new request. */
VALUE sdk_request_new(sdk_unit_t *unit);
/* Makes every further use of the object fail. The request is then in previous,
 * to be given back. */
void sdk_request_close(sdk_unit_t *unit);
/* Returns the unit of a request's object; RuntimeError if the request is over.
 */
sdk_unit_t *sdk_request_unit(VALUE request);

/* ---- names.c: the names of variables */

/* Those below SDK_OF_SERVER have values that httpd has from its configuration,
 * or from this end of the connection. The others have a meaning for Rack. */
enum {
    SDK_SCHEME, /* and 13 more */
    SDK_OF_SERVER = 14,
    SDK_PATH = SDK_OF_SERVER,
    SDK_MOUNT,
    SDK_HTTPS,
    SDK_CODING,
    SDK_OTHER
};

typedef struct sdk_name {
    VALUE string; /* frozen, UTF-8 */
    int kind;     /* of the enumeration */
} sdk_name_t;

void sdk_init_names(void);
/* Returns the name, which is valid until the next call. bytes end with a NUL
 * that len does not count. */
const sdk_name_t *sdk_name(const char *bytes, size_t len);
/* Returns 1 if string, which may be Qnil, consists of these bytes. */
int sdk_string_is(VALUE string, const char *bytes, size_t len);

/* ---- variables.c: the CGI variables */

typedef struct sdk_variable {
    const sdk_name_t *name;
    const char *value;
    size_t len; /* of the value */
} sdk_variable_t;

/* Takes the next variable. place is 0 for the first one. Returns 0 after the
 * last one. */
int sdk_variable_next(const persist_request_t *request, size_t *place,
                      sdk_variable_t *variable);
/* Returns a new Hash of all variables. */
VALUE sdk_variables(const persist_request_t *request);
/* Returns the value of one variable, "" if it is missing. */
VALUE sdk_variable(const persist_request_t *request, const char *name);

/* ---- environment.c: the environment of a Rack application */

void sdk_init_environment(VALUE request_class);

/* ---- response.c: the methods of a request that send */

void sdk_init_response(VALUE request_class);
/* Returns 1 if sdk_respond() can answer the request: nothing of a response was
 * sent, and there is no Response, whose state would count. */
int sdk_may_respond(VALUE request);
/* Sends the whole response. block is what sdk_block_pack() returns. Raises the
 * exceptions of Request#respond. */
void sdk_respond(VALUE request, VALUE status, VALUE block, VALUE body);

/* ---- rack.c: answers of Rack applications */

void sdk_init_rack(VALUE request_class);

/* ---- block.c: the headers of a response */

void sdk_init_block(VALUE module);
/* Returns a block without headers. */
VALUE sdk_block_new(void);
/* Adds a header. An Array stands for several headers of one name. Raises
 * ArgumentError if it can't be sent. */
void sdk_block_add(VALUE block, VALUE name, VALUE value);
/* Returns headers, a Hash or pairs, as a binary string: name NUL value NUL …
 * Raises ArgumentError if they can't be sent. */
VALUE sdk_block_pack(VALUE headers);
/* Returns 1 if the block has the header name, which is in lower case. */
int sdk_block_has(VALUE block, const char *name);

/* ---- errors.c: errno of the core as exceptions */

void sdk_init_errors(VALUE module);
/* Raises the exception for this errno of a request. */
void sdk_raise(int error) __attribute__((noreturn));
/* Returns a new DeadlineExceeded. */
VALUE sdk_deadline_exceeded(void);
/* Returns a class or module that our Ruby code has defined. It is never
 * collected. */
VALUE sdk_constant(VALUE module, const char *name);

#endif /* SDK_H */
