/* SPDX-License-Identifier: Apache-2.0 */
/* sdk.h: what the files of the extension persist_worker._core share.
 *
 * An *exchange* is a Python object with a request of the core and the response
 * to it. The interpreter's lock (GIL) guards all of it. A thread that calls the
 * core without the GIL first marks the exchange as busy.
 * Why: docs/decisions/python-stands-on-the-core-in-c.md */

#ifndef SDK_H
#define SDK_H

#include <patchlevel.h>
/* The limited API gives one binary for all versions, from the first whose API
 * has buffers. */
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
    persist_request_t *ptr; /* NULL: the request was given back */
    PyObject *env;          /* dict of the variables; NULL: not made yet */
    unsigned flags;         /* of the response, enum persist_response_flags */
    char limited;           /* 1: there is a soft deadline */
    char started;           /* 1: a response in pieces was started */
    char ended;             /* 1: the response has ended */
    char over;              /* 1: the script can't use it any more */
    char spoken;            /* 1: httpd may not have read all that was sent */
    unsigned busy;          /* sdk_process while a thread is in the core; else 0
                             * or, in a child, the number of its parent */
    unsigned waiting;       /* threads that wait until that one has returned */
    unsigned reading;       /* like busy, while that one waits for the body */
    pthread_t reader;       /* while reading: that thread, to be interrupted */
} sdk_exchange_t;

/* 1: sdk_fd() has made the worker an asynchronous one. */
extern int sdk_asynchronous;

/* Makes a call of the core that may wait: marks the exchange as busy and
 * releases the GIL. In an asynchronous worker no call waits. The GIL is kept,
 * because it alone keeps other threads of the program, such as those of
 * asyncio.to_thread(), apart from the pump. Keeps errno. */
#define SDK_WITHOUT_GIL(exchange, result, call)                                \
    do {                                                                       \
        (exchange)->busy = sdk_process;                                        \
        PyThreadState *state = sdk_asynchronous ? NULL : PyEval_SaveThread();  \
        (result) = (call);                                                     \
        if (state)                                                             \
            PyEval_RestoreThread(state);                                       \
        (exchange)->busy = 0;                                                  \
    } while (0)

/* ---- worker.c: the process as a worker, and the module */

/* This process as a worker. */
extern persist_worker_t *sdk_worker;
/* A number of this process, never 0, that differs from those of its children.
 */
extern unsigned sdk_process;
/* The signal that interrupts a thread; 0: none. */
extern int sdk_signal;

PyMODINIT_FUNC PyInit__core(void);

/* ---- exchange.c: the request, and the type Exchange */

/* Returns a new type Exchange, or NULL with an exception. Call it once. */
PyObject *sdk_exchange_type(void);
/* Returns a new object of type, which derives from Exchange;
 * sdk_exchange_begin() must follow. NULL: an exception. */
sdk_exchange_t *sdk_exchange_new(PyObject *type);
/* Gives the exchange its request. */
void sdk_exchange_begin(sdk_exchange_t *exchange, persist_request_t *ptr);
/* Makes every further use fail and waits until no thread uses the exchange.
 * Returns the request, which goes back to the core; NULL: it already has. */
persist_request_t *sdk_exchange_end(sdk_exchange_t *exchange);
/* Waits until no other thread is in the core with the exchange self, and
 * returns it. NULL: RuntimeError, because the request is over, or what the
 * handler of a signal has raised. */
sdk_exchange_t *sdk_exchange_usable(PyObject *self);

/* ---- variables.c */

/* Returns a new dict of all CGI variables, or NULL with an exception. */
PyObject *sdk_variables(const persist_request_t *request);

/* ---- environ.c */

/* The method _environ of Exchange, see _core.pyi. */
PyObject *sdk_environ(PyObject *self, PyObject *fixed);
/* Makes the names that this needs. Returns 0, or -1 with an exception. */
int sdk_init_environ(void);

/* ---- scope.c */

/* The method _usual_scope of Exchange, see _core.pyi. */
PyObject *sdk_usual_scope(PyObject *self, PyObject *none);
/* Makes the names that this needs. Returns 0, or -1 with an exception. */
int sdk_init_scope(void);

/* ---- response.c: the response. Methods of Exchange, see _core.pyi */

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

/* ---- pump.c: many requests on an event loop. See _core.pyi */

PyObject *sdk_fd(PyObject *module, PyObject *none);
PyObject *sdk_pump(PyObject *module, PyObject *type);
PyObject *sdk_write_some(PyObject *self, PyObject *data);
PyObject *sdk_unsent(PyObject *self, PyObject *none);
PyObject *sdk_release(PyObject *self, PyObject *none);

/* ---- block.c: the headers of a response */

/* Returns headers (NULL: none) as bytes, a block: name NUL value NUL … NULL: an
 * exception, as _headers.block() raises it. */
PyObject *sdk_block(PyObject *headers);
/* Returns the block with Content-Length added, if it needs one. A new
 * reference. */
PyObject *sdk_block_with_length(PyObject *status, PyObject *block,
                                Py_ssize_t len);
/* Imports what this needs. Returns 0, or -1 with an exception. */
int sdk_init_block(void);

/* ---- arena.c */

/* See _core.pyi. */
PyObject *sdk_huge_pages(PyObject *module, PyObject *none);

/* ---- errors.c: raises what an errno of the core means. Returns NULL */

/* After a send that failed. */
PyObject *sdk_failed(void);
/* After a head was refused: of this status (None: trailers or hints) and block.
 */
PyObject *sdk_refused(PyObject *status, PyObject *block);
/* After a read that failed. */
PyObject *sdk_unread(void);
/* Imports what this needs. Returns 0, or -1 with an exception. */
int sdk_init_errors(void);

#endif /* SDK_H */
