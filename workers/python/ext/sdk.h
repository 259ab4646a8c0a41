/* SPDX-License-Identifier: Apache-2.0 */
/* sdk.h: what the files of the extension persist_worker._core share.
 *
 * An *exchange* is a request of the core and the response to it, as an object
 * of Python. The interpreter's lock (GIL) guards all of it: a thread that calls
 * the core without the lock has marked the exchange as busy before.
 * Why: docs/decisions/python-stands-on-the-core-in-c.md */

#ifndef SDK_H
#define SDK_H

#include <patchlevel.h>
/* One file for all versions, from the first that has buffers in it. */
#if PY_VERSION_HEX >= 0x030b0000 && !defined(Py_GIL_DISABLED)
#define Py_LIMITED_API 0x030b0000
#endif
#include <Python.h>
#include <pthread.h>

#include <persist/worker.h>

#if PY_VERSION_HEX < 0x030a0000
static inline PyObject *Py_XNewRef(PyObject *object)
{
    Py_XINCREF(object);
    return object;
}
#define Py_NewRef Py_XNewRef
#endif

typedef struct sdk_exchange {
    PyObject ob_base;
    persist_request_t *ptr; /* NULL: it was given back */
    PyObject *env;          /* the variables; NULL: nobody has asked */
    unsigned flags;         /* of the response, enum persist_response_flags */
    char limited;           /* by a soft deadline */
    char started;           /* a response in pieces */
    char ended;             /* the response */
    char over;              /* the script can't use it any more */
    char spoken;            /* httpd may have bytes of it still to read */
    unsigned busy;          /* the process with a thread of it in the core */
    unsigned waiting;       /* threads for that one */
    unsigned reading; /* the same, while that one waits for the body … */
    pthread_t reader; /* … and may be interrupted */
} sdk_exchange_t;

/* Makes a call of the core which may take its time. errno stays as it is. */
#define SDK_WITHOUT_GIL(exchange, result, call)                                \
    do {                                                                       \
        (exchange)->busy = sdk_process;                                        \
        Py_BEGIN_ALLOW_THREADS;                                                \
        (result) = (call);                                                     \
        Py_END_ALLOW_THREADS;                                                  \
        (exchange)->busy = 0;                                                  \
    } while (0)

/* worker.c: the process as a worker, and the module */
extern unsigned sdk_process; /* differs in each child; never 0 */
extern int sdk_signal;       /* that interrupts a thread; 0: none does */
PyMODINIT_FUNC PyInit__core(void);

/* exchange.c: what is asked, and the type, of which there is one */
PyObject *sdk_exchange_type(void);
/* Of this Python type, which derives from ours; for sdk_exchange_begin(). */
sdk_exchange_t *sdk_exchange_new(PyObject *type);
void sdk_exchange_begin(sdk_exchange_t *exchange, persist_request_t *ptr);
/* Lets nobody use it any more. The request, for the core; NULL: it has it. */
persist_request_t *sdk_exchange_end(sdk_exchange_t *exchange);
/* The exchange, when no other thread is at work on it. NULL with RuntimeError:
 * it is over; or with what a signal's handler has raised. */
sdk_exchange_t *sdk_exchange_usable(PyObject *self);

/* variables.c: a dict of them all. */
PyObject *sdk_variables(const persist_request_t *request);

/* response.c: what is answered; methods of an exchange */
PyObject *sdk_respond(PyObject *self, PyObject *const *given, Py_ssize_t count,
                      PyObject *names);
PyObject *sdk_send_whole(PyObject *self, PyObject *arguments);
PyObject *sdk_send_head(PyObject *self, PyObject *arguments);
PyObject *sdk_send_piece(PyObject *self, PyObject *data);
PyObject *sdk_send_file(PyObject *self, PyObject *arguments);
PyObject *sdk_send_held(PyObject *self, PyObject *none);
PyObject *sdk_send_last(PyObject *self, PyObject *trailers);
PyObject *sdk_send_hints(PyObject *self, PyObject *block);
PyObject *sdk_send_log(PyObject *self, PyObject *arguments);
PyObject *sdk_abort(PyObject *self, PyObject *none);

/* block.c: the headers of a response on their way out */
/* bytes, name NUL value NUL … Exceptions are those of _headers.block(). */
PyObject *sdk_block(PyObject *headers);
/* The block with Content-Length, if it needs one. A new reference. */
PyObject *sdk_block_with_length(PyObject *status, PyObject *block,
                                Py_ssize_t len);
int sdk_init_block(void);

/* errors.c: what errno of the core means. All give NULL. */
PyObject *sdk_failed(void);
PyObject *sdk_refused(PyObject *status, PyObject *block);
PyObject *sdk_unread(void);
int sdk_init_errors(void);

#endif /* SDK_H */
