/* SPDX-License-Identifier: Apache-2.0 */
/* exchange.c: the type Exchange: what a script reads of a request, and how
 * threads take turns at it. ResidentRequest (_resident.py) derives from
 * Exchange and from Request. */

#include "sdk.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <structmember.h>
#include <time.h>

static sdk_exchange_t *exchange_of(PyObject *self)
{
    return (sdk_exchange_t *)self;
}

/* For calls that the core answers without waiting, also while another thread is
 * in the core with this exchange. */
static const sdk_exchange_t *open_exchange(PyObject *self)
{
    const sdk_exchange_t *exchange = exchange_of(self);
    if (exchange->ptr && !exchange->over)
        return exchange;
    PyErr_SetString(PyExc_RuntimeError, "the request is over");
    return NULL;
}

/* Returns 1 while a thread of this process is in the core. A forked child has
 * none of its parent's threads, and another number. */
static int is_busy(const sdk_exchange_t *exchange)
{
    return exchange->busy == sdk_process;
}

static void pause_without_gil(void)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    Py_BEGIN_ALLOW_THREADS;
    nanosleep(&pause, NULL);
    Py_END_ALLOW_THREADS;
}

/* Gives another thread time to leave the core. A thread that waits for the body
 * is interrupted by a signal, again and again, because a signal that comes
 * before the wait begins is lost. */
static void pause_for_others(const sdk_exchange_t *exchange)
{
    if (exchange->reading == sdk_process && sdk_signal)
        pthread_kill(exchange->reader, sdk_signal);
    pause_without_gil();
}

sdk_exchange_t *sdk_exchange_usable(PyObject *self)
{
    sdk_exchange_t *exchange = exchange_of(self);
    int raised = 0;
    exchange->waiting++;
    while (is_busy(exchange) && !exchange->over && !raised) {
        pause_for_others(exchange);
        raised = PyErr_CheckSignals() < 0;
    }
    exchange->waiting--;
    return !raised && open_exchange(self) ? exchange : NULL;
}

sdk_exchange_t *sdk_exchange_new(PyObject *type)
{
    return (sdk_exchange_t *)PyType_GenericAlloc((PyTypeObject *)type, 0);
}

void sdk_exchange_begin(sdk_exchange_t *exchange, persist_request_t *ptr)
{
    exchange->ptr = ptr;
    exchange->limited = persist_request_time_left(ptr) >= 0;
}

persist_request_t *sdk_exchange_end(sdk_exchange_t *exchange)
{
    persist_request_t *ptr = exchange->ptr;
    exchange->over = 1;
    while (is_busy(exchange))
        pause_for_others(exchange);
    exchange->ptr = NULL;
    return ptr;
}

/* ---- the request */

/* Making the dict may run a finalizer of the script's, which may have made one,
 * too: the first counts. */
static PyObject *get_env(PyObject *self, void *closure)
{
    sdk_exchange_t *exchange = exchange_of(self);
    (void)closure;
    if (exchange->env)
        return Py_NewRef(exchange->env);
    if (!open_exchange(self))
        return NULL;
    PyObject *env = sdk_variables(exchange->ptr);
    if (env && !exchange->env)
        exchange->env = Py_NewRef(env);
    Py_XDECREF(env);
    return env ? Py_NewRef(exchange->env) : NULL;
}

/* Returns a variable's value from the core. NULL without an exception: there is
 * a dict, whose entries count because the script may have changed them. */
static const char *raw_variable(PyObject *self, const char *name)
{
    const sdk_exchange_t *exchange = exchange_of(self);
    if (exchange->env || !open_exchange(self))
        return NULL;
    const char *value = persist_request_variable(exchange->ptr, name);
    return value ? value : "";
}

/* Returns a variable of the dict as a new reference. NULL: no dict, or an
 * exception. */
static PyObject *env_variable(PyObject *self, const char *name)
{
    PyObject *env = exchange_of(self)->env;
    PyObject *value = env ? PyDict_GetItemString(env, name) : NULL;
    if (!env)
        return NULL;
    return value ? Py_NewRef(value) : PyUnicode_FromString("");
}

static PyObject *get_variable(PyObject *self, void *name)
{
    const char *value = raw_variable(self, name);
    if (!value)
        return env_variable(self, name);
    return PyUnicode_DecodeLatin1(value, (Py_ssize_t)strlen(value), NULL);
}

static PyObject *decode_path(const char *path, size_t len)
{
    return PyUnicode_DecodeUTF8(path, (Py_ssize_t)len, "surrogateescape");
}

/* A part of the URL, which is UTF-8. */
static PyObject *get_decoded(PyObject *self, void *name)
{
    const char *raw = raw_variable(self, name);
    if (raw)
        return decode_path(raw, strlen(raw));
    PyObject *text = env_variable(self, name);
    PyObject *bytes = text ? PyUnicode_AsLatin1String(text) : NULL;
    PyObject *path = bytes ? decode_path(PyBytes_AsString(bytes),
                                         (size_t)PyBytes_Size(bytes))
                           : NULL;
    Py_XDECREF(text);
    Py_XDECREF(bytes);
    return path;
}

static PyObject *variables(PyObject *self, PyObject *none)
{
    const sdk_exchange_t *exchange = open_exchange(self);
    size_t len = 0;
    (void)none;
    if (!exchange)
        return NULL;
    const char *block = persist_request_variables(exchange->ptr, &len);
    return PyBytes_FromStringAndSize(block, (Py_ssize_t)len);
}

static PyObject *id(PyObject *self, PyObject *none)
{
    const sdk_exchange_t *exchange = open_exchange(self);
    (void)none;
    if (!exchange)
        return NULL;
    const char *text = persist_request_id(exchange->ptr);
    return PyUnicode_DecodeLatin1(text, (Py_ssize_t)strlen(text), NULL);
}

static PyObject *time_left(PyObject *self, PyObject *none)
{
    const sdk_exchange_t *exchange = open_exchange(self);
    (void)none;
    if (!exchange)
        return NULL;
    long left = persist_request_time_left(exchange->ptr);
    return left < 0 ? Py_NewRef(Py_None)
                    : PyFloat_FromDouble((double)left / 1000);
}

/* May be called by any thread while the request's own one is in the core or has
 * just closed the request. */
static PyObject *is_late(PyObject *self, PyObject *none)
{
    const sdk_exchange_t *exchange = exchange_of(self);
    (void)none;
    return PyBool_FromLong(exchange->ptr &&
                           persist_request_late(exchange->ptr));
}

/* This may send the head of a response that is held back. */
static PyObject *cancelled(PyObject *self, PyObject *none)
{
    sdk_exchange_t *exchange = sdk_exchange_usable(self);
    int is;
    (void)none;
    if (!exchange)
        return NULL;
    exchange->spoken = 1;
    SDK_WITHOUT_GIL(exchange, is, persist_request_cancelled(exchange->ptr));
    return PyBool_FromLong(is);
}

static long read_once(sdk_exchange_t *exchange, const Py_buffer *into)
{
    long n;
    exchange->spoken = 1;
    exchange->reader = pthread_self();
    exchange->reading = sdk_process;
    SDK_WITHOUT_GIL(
        exchange, n,
        persist_request_read(exchange->ptr, into->buf, (size_t)into->len));
    exchange->reading = 0;
    return n;
}

/* After an interruption. The threads that caused it check again after a pause,
 * so two pauses give them their turn. */
static int let_others_pass(const sdk_exchange_t *exchange)
{
    for (int i = 0; i < 2 && exchange->waiting > 0; i++)
        pause_without_gil();
    return PyErr_CheckSignals();
}

static long read_some(PyObject *self, const Py_buffer *into)
{
    sdk_exchange_t *exchange = exchange_of(self);
    long n;
    do {
        if (!sdk_exchange_usable(self))
            return -1;
        n = read_once(exchange, into);
    } while (n < 0 && errno == EINTR && let_others_pass(exchange) == 0);
    if (n < 0 && !PyErr_Occurred())
        sdk_unread();
    return n;
}

static PyObject *read_into(PyObject *self, PyObject *target)
{
    Py_buffer into;
    if (PyObject_GetBuffer(target, &into, PyBUF_WRITABLE) < 0)
        return NULL;
    long n = read_some(self, &into);
    PyBuffer_Release(&into);
    return n < 0 ? NULL : PyLong_FromLong(n);
}

/* ---- the type */

static PyObject *pack(PyObject *none, PyObject *headers)
{
    (void)none;
    return sdk_block(headers);
}

static int traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(exchange_of(self)->env);
    return 0;
}

static int clear(PyObject *self)
{
    Py_CLEAR(exchange_of(self)->env);
    return 0;
}

static void dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    PyObject_GC_UnTrack(self);
    clear(self);
    release(self);
    Py_DECREF(type);
}

static PyGetSetDef properties[] = {
    {"env", get_env, NULL, NULL, NULL},
    {"method", get_variable, NULL, NULL, "REQUEST_METHOD"},
    {"mount", get_decoded, NULL, NULL, "SCRIPT_NAME"},
    {"path", get_decoded, NULL, NULL, "PATH_INFO"},
    {"query", get_variable, NULL, NULL, "QUERY_STRING"},
    {NULL, NULL, NULL, NULL, NULL},
};

/* The part of the state that the Python half of a request uses. */
static PyMemberDef members[] = {
    {"_flags", T_UINT, offsetof(sdk_exchange_t, flags), 0, NULL},
    {"_limited", T_BOOL, offsetof(sdk_exchange_t, limited), 0, NULL},
    {"_started", T_BOOL, offsetof(sdk_exchange_t, started), 0, NULL},
    {"_ended", T_BOOL, offsetof(sdk_exchange_t, ended), 0, NULL},
    {"_over", T_BOOL, offsetof(sdk_exchange_t, over), 0, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyMethodDef methods[] = {
    {"_variables", variables, METH_NOARGS, NULL},
    {"_environ", sdk_environ, METH_O, NULL},
    {"_usual_scope", sdk_usual_scope, METH_NOARGS, NULL},
    {"_id", id, METH_NOARGS, NULL},
    {"_time_left", time_left, METH_NOARGS, NULL},
    {"_is_late", is_late, METH_NOARGS, NULL},
    {"_cancelled", cancelled, METH_NOARGS, NULL},
    {"_read_into", read_into, METH_O, NULL},
    {"_pack", pack, METH_O | METH_STATIC, NULL},
    {"respond", (PyCFunction)(void (*)(void))sdk_respond,
     METH_FASTCALL | METH_KEYWORDS,
     "respond($self, status, headers=(), body=b'')\n--\n\n"
     "Send the whole response: see Request.respond()."},
    {"_send_whole", sdk_send_whole, METH_VARARGS, NULL},
    {"_send_head", sdk_send_head, METH_VARARGS, NULL},
    {"_send_piece", sdk_send_piece, METH_O, NULL},
    {"_send_file", sdk_send_file, METH_VARARGS, NULL},
    {"_send_held", sdk_send_held, METH_NOARGS, NULL},
    {"_send_last", sdk_send_last, METH_O, NULL},
    {"_send_hints", sdk_send_hints, METH_O, NULL},
    {"_send_log", sdk_send_log, METH_VARARGS, NULL},
    {"_abort", sdk_abort, METH_NOARGS, NULL},
    {"_write_some", sdk_write_some, METH_O, NULL},
    {"_unsent", sdk_unsent, METH_NOARGS, NULL},
    {"_release", sdk_release, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

PyObject *sdk_exchange_type(void)
{
    static PyType_Slot slots[] = {
        {Py_tp_doc, "A request of the C core, and the response to it."},
        {Py_tp_traverse, traverse},
        {Py_tp_clear, clear},
        {Py_tp_dealloc, dealloc},
        {Py_tp_getset, properties},
        {Py_tp_members, members},
        {Py_tp_methods, methods},
        {0, NULL},
    };
    static PyType_Spec spec = {
        .name = "persist_worker._core.Exchange",
        .basicsize = sizeof(sdk_exchange_t),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
        .slots = slots,
    };
    return PyType_FromSpec(&spec);
}
