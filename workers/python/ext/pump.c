/* SPDX-License-Identifier: Apache-2.0 */
/* pump.c: many requests at a time on an event loop of Python. No call of the
 * core waits then, and all are made with the GIL. */

#include "sdk.h"

#include <errno.h>

int sdk_asynchronous;

PyObject *sdk_fd(PyObject *module, PyObject *none)
{
    int fd = persist_worker_fd(sdk_worker);
    (void)module, (void)none;
    if (fd < 0)
        return PyErr_SetFromErrno(PyExc_OSError);
    sdk_asynchronous = 1;
    return PyLong_FromLong(fd);
}

/* Returns a new object for the request, which keeps it until sdk_release().
 * Without memory the request gets a 500. */
static PyObject *begin(persist_request_t *ptr, PyObject *type)
{
    sdk_exchange_t *exchange = sdk_exchange_new(type);
    if (!exchange) {
        persist_request_close(ptr);
        return NULL;
    }
    sdk_exchange_begin(exchange, ptr);
    persist_request_set_context(ptr, Py_NewRef((PyObject *)exchange));
    return (PyObject *)exchange;
}

/* Returns a new reference to the object of the request (NULL: to None), or NULL
 * with an exception. */
static PyObject *object_of(persist_request_t *ptr, int news, PyObject *type)
{
    if (!ptr)
        return Py_NewRef(Py_None);
    if (news & PERSIST_NEW)
        return begin(ptr, type);
    return Py_NewRef((PyObject *)persist_request_context(ptr));
}

static int add(PyObject *list, int news, PyObject *object)
{
    PyObject *pair = object ? Py_BuildValue("iO", news, object) : NULL;
    int rc = pair ? PyList_Append(list, pair) : -1;
    Py_XDECREF(pair);
    Py_XDECREF(object);
    return rc;
}

/* After PERSIST_PAUSE the core would try again at once. */
PyObject *sdk_pump(PyObject *module, PyObject *type)
{
    PyObject *list = PyList_New(0);
    persist_request_t *ptr;
    int news = 1, rc = 0;
    (void)module;
    while (list && rc == 0 && news != PERSIST_PAUSE &&
           (news = persist_worker_pump(sdk_worker, &ptr)) > 0)
        rc = add(list, news, object_of(ptr, news, type));
    if (list && news < 0)
        PyErr_SetFromErrno(PyExc_OSError);
    if (rc < 0 || news < 0)
        Py_CLEAR(list);
    return list;
}

static PyObject *write_some(sdk_exchange_t *exchange, const Py_buffer *piece)
{
    exchange->spoken = 1;
    long n = persist_request_write_some(exchange->ptr, piece->buf,
                                        (size_t)piece->len);
    return n < 0 ? sdk_failed() : PyLong_FromLong(n);
}

PyObject *sdk_write_some(PyObject *self, PyObject *data)
{
    Py_buffer piece;
    if (PyObject_GetBuffer(data, &piece, PyBUF_SIMPLE) < 0)
        return NULL;
    sdk_exchange_t *exchange = sdk_exchange_usable(self);
    PyObject *sent = exchange ? write_some(exchange, &piece) : NULL;
    PyBuffer_Release(&piece);
    return sent;
}

PyObject *sdk_unsent(PyObject *self, PyObject *none)
{
    const sdk_exchange_t *exchange = sdk_exchange_usable(self);
    (void)none;
    if (!exchange)
        return NULL;
    return PyLong_FromSize_t(persist_request_unsent(exchange->ptr));
}

PyObject *sdk_release(PyObject *self, PyObject *none)
{
    sdk_exchange_t *exchange = (sdk_exchange_t *)self;
    (void)none;
    if (exchange->ptr) {
        persist_request_close(sdk_exchange_end(exchange));
        Py_DECREF(self); /* that of begin() */
    }
    return Py_NewRef(Py_None);
}
