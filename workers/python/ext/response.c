/* SPDX-License-Identifier: Apache-2.0 */
/* response.c: the response. Request (_request.py) documents these methods, and
 * shows when it calls those whose names begin with an underscore. */

#include "sdk.h"

#include <errno.h>

#define EARLY_HINTS 103u
#define FRAME_MAX ((Py_ssize_t)256 << 10) /* of a body: wire/PROTOCOL.md */
/* Fits into the buffer of a socket from which httpd has read all that was sent
 * before. */
#define SMALL ((Py_ssize_t)32 << 10)

/* The contents of a bytes object, such as a block of headers. */
typedef struct bytes {
    char *data;
    Py_ssize_t len;
} bytes_t;

static int look_into(bytes_t *inside, PyObject *bytes)
{
    return PyBytes_AsStringAndSize(bytes, &inside->data, &inside->len);
}

/* Returns 0, which the core refuses, for a number that cannot be a status. */
static unsigned status_of(PyObject *number)
{
    int overflow;
    long value = PyLong_AsLongAndOverflow(number, &overflow);
    return !overflow && value > 0 && value < 1000 ? (unsigned)value : 0;
}

static PyObject *done(int rc)
{
    return rc < 0 ? sdk_failed() : Py_NewRef(Py_None);
}

/* ---- a whole response */

typedef struct whole {
    PyObject *status, *block; /* as given; also for the exception */
    unsigned number;
    bytes_t head;
    Py_buffer body;
} whole_t;

static int send_now(const sdk_exchange_t *exchange, const whole_t *whole)
{
    return persist_request_respond(
        exchange->ptr, whole->number, whole->head.data, (size_t)whole->head.len,
        whole->body.buf, (size_t)whole->body.len, exchange->flags);
}

/* If nothing was sent before and the response is small, the socket has room for
 * it. The call does not wait then, and releasing the GIL would cost more. */
static int send_response(sdk_exchange_t *exchange, const whole_t *whole)
{
    int rc;
    if (!exchange->spoken && whole->head.len + whole->body.len <= SMALL)
        return send_now(exchange, whole);
    exchange->spoken = 1;
    SDK_WITHOUT_GIL(exchange, rc, send_now(exchange, whole));
    return rc;
}

/* Returns the block, with Content-Length if the body needs several frames:
 * httpd finds the length of a body in one frame itself. A new reference. */
static PyObject *with_length(const whole_t *whole)
{
    if (whole->body.len <= FRAME_MAX)
        return Py_NewRef(whole->block);
    return sdk_block_with_length(whole->status, whole->block, whole->body.len);
}

static PyObject *send_with_head(PyObject *self, whole_t *whole, PyObject *block)
{
    if (look_into(&whole->head, block) < 0)
        return NULL;
    whole->number = status_of(whole->status);
    /* code of the script may have run since the last check */
    sdk_exchange_t *exchange = sdk_exchange_usable(self);
    if (!exchange)
        return NULL;
    if (send_response(exchange, whole) < 0)
        return sdk_refused(whole->status, block);
    return Py_NewRef(Py_None);
}

static PyObject *send_parts(PyObject *self, PyObject *status, PyObject *block,
                            PyObject *body)
{
    whole_t whole = {.status = status, .block = block};
    if (PyObject_GetBuffer(body, &whole.body, PyBUF_SIMPLE) < 0)
        return NULL;
    PyObject *head = with_length(&whole);
    PyObject *sent = head ? send_with_head(self, &whole, head) : NULL;
    Py_XDECREF(head);
    PyBuffer_Release(&whole.body);
    return sent;
}

static PyObject *send_whole(PyObject *self, PyObject *number, PyObject *block,
                            PyObject *body)
{
    PyObject *status = PyNumber_Index(number);
    PyObject *sent = status ? send_parts(self, status, block, body) : NULL;
    Py_XDECREF(status);
    return sent;
}

PyObject *sdk_send_whole(PyObject *self, PyObject *arguments)
{
    PyObject *status, *block, *body;
    if (!PyArg_ParseTuple(arguments, "OOO", &status, &block, &body))
        return NULL;
    return send_whole(self, status, block, body);
}

enum { STATUS, HEADERS, BODY, GIVEN };

static int place_of(PyObject *name)
{
    static const char *const names[] = {"status", "headers", "body"};
    int place = 0;
    while (place < GIVEN &&
           PyUnicode_CompareWithASCIIString(name, names[place]) != 0)
        place++;
    return place;
}

/* Puts the arguments of respond(status, headers=(), body=b"") in order. Returns
 * 0 if they do not fit. */
static int sort(PyObject **sorted, PyObject *const *given, Py_ssize_t count,
                PyObject *names)
{
    Py_ssize_t named = names ? PyTuple_Size(names) : 0;
    if (count + named > GIVEN)
        return 0;
    for (Py_ssize_t i = 0; i < count; i++)
        sorted[i] = given[i];
    for (Py_ssize_t i = 0; i < named; i++) {
        int place = place_of(PyTuple_GetItem(names, i));
        if (place == GIVEN || sorted[place])
            return 0;
        sorted[place] = given[count + i];
    }
    return sorted[STATUS] != NULL;
}

PyObject *sdk_respond(PyObject *self, PyObject *const *given, Py_ssize_t count,
                      PyObject *names)
{
    PyObject *sorted[GIVEN] = {NULL};
    if (!sort(sorted, given, count, names))
        return PyErr_Format(PyExc_TypeError,
                            "respond() takes status, headers and body");
    PyObject *block = sdk_block(sorted[HEADERS]);
    PyObject *body = sorted[BODY] ? Py_NewRef(sorted[BODY])
                                  : PyBytes_FromStringAndSize(NULL, 0);
    PyObject *sent =
        block && body ? send_whole(self, sorted[STATUS], block, body) : NULL;
    Py_XDECREF(block);
    Py_XDECREF(body);
    if (sent)
        ((sdk_exchange_t *)self)->ended = 1;
    return sent;
}

/* ---- a response in pieces */

static PyObject *send_head(PyObject *self, PyObject *status, PyObject *bytes)
{
    sdk_exchange_t *exchange = sdk_exchange_usable(self);
    bytes_t head;
    if (!exchange || look_into(&head, bytes) < 0)
        return NULL;
    /* held back until the next send */
    if (persist_request_start(exchange->ptr, status_of(status), head.data,
                              (size_t)head.len, exchange->flags) < 0)
        return sdk_refused(status, bytes);
    return Py_NewRef(Py_None);
}

PyObject *sdk_send_head(PyObject *self, PyObject *arguments)
{
    PyObject *number, *bytes;
    if (!PyArg_ParseTuple(arguments, "OO", &number, &bytes))
        return NULL;
    PyObject *status = PyNumber_Index(number);
    PyObject *sent = status ? send_head(self, status, bytes) : NULL;
    Py_XDECREF(status);
    return sent;
}

PyObject *sdk_send_piece(PyObject *self, PyObject *data)
{
    Py_buffer piece;
    if (PyObject_GetBuffer(data, &piece, PyBUF_SIMPLE) < 0)
        return NULL;
    sdk_exchange_t *exchange = sdk_exchange_usable(self);
    int rc = 0;
    if (exchange) {
        exchange->spoken = 1;
        SDK_WITHOUT_GIL(
            exchange, rc,
            persist_request_write(exchange->ptr, piece.buf, (size_t)piece.len));
    }
    PyObject *sent = exchange ? done(rc) : NULL;
    PyBuffer_Release(&piece);
    return sent;
}

PyObject *sdk_send_file(PyObject *self, PyObject *arguments)
{
    int fd, rc;
    long long offset, length;
    if (!PyArg_ParseTuple(arguments, "iLL", &fd, &offset, &length))
        return NULL;
    sdk_exchange_t *exchange = sdk_exchange_usable(self);
    if (!exchange)
        return NULL;
    exchange->spoken = 1;
    SDK_WITHOUT_GIL(
        exchange, rc,
        persist_request_send_file(exchange->ptr, fd, offset, length));
    return done(rc);
}

PyObject *sdk_send_held(PyObject *self, PyObject *none)
{
    sdk_exchange_t *exchange = sdk_exchange_usable(self);
    int rc;
    (void)none;
    if (!exchange)
        return NULL;
    exchange->spoken = 1;
    SDK_WITHOUT_GIL(exchange, rc, persist_request_flush(exchange->ptr));
    return done(rc);
}

PyObject *sdk_send_last(PyObject *self, PyObject *trailers)
{
    sdk_exchange_t *exchange = sdk_exchange_usable(self);
    bytes_t block;
    int rc;
    if (!exchange || look_into(&block, trailers) < 0)
        return NULL;
    SDK_WITHOUT_GIL(exchange, rc,
                    persist_request_finish_trailers(exchange->ptr, block.data,
                                                    (size_t)block.len,
                                                    exchange->flags));
    if (rc < 0 && block.len > 0)
        return sdk_refused(Py_None, trailers);
    return done(rc);
}

PyObject *sdk_abort(PyObject *self, PyObject *none)
{
    sdk_exchange_t *exchange = sdk_exchange_usable(self);
    int rc;
    (void)none;
    if (!exchange)
        return NULL;
    SDK_WITHOUT_GIL(exchange, rc,
                    persist_request_abort(exchange->ptr, exchange->flags));
    return done(rc);
}

/* ---- interim responses and log lines */

PyObject *sdk_send_hints(PyObject *self, PyObject *headers)
{
    sdk_exchange_t *exchange = sdk_exchange_usable(self);
    bytes_t block;
    int rc;
    if (!exchange || look_into(&block, headers) < 0)
        return NULL;
    exchange->spoken = 1;
    SDK_WITHOUT_GIL(exchange, rc,
                    persist_request_info(exchange->ptr, EARLY_HINTS, block.data,
                                         (size_t)block.len));
    return rc < 0 ? sdk_refused(Py_None, headers) : Py_NewRef(Py_None);
}

PyObject *sdk_send_log(PyObject *self, PyObject *arguments)
{
    PyObject *bytes;
    bytes_t text;
    unsigned level;
    int rc;
    if (!PyArg_ParseTuple(arguments, "OI", &bytes, &level) ||
        look_into(&text, bytes) < 0)
        return NULL;
    sdk_exchange_t *exchange = sdk_exchange_usable(self);
    if (!exchange)
        return NULL;
    exchange->spoken = 1;
    SDK_WITHOUT_GIL(
        exchange, rc,
        persist_request_log(exchange->ptr, level, text.data, (size_t)text.len));
    return done(rc);
}
