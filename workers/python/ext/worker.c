/* SPDX-License-Identifier: Apache-2.0 */
/* worker.c: the process as a worker, and the step from one request to the next.
 * _core.pyi documents the functions. */

#include "sdk.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

unsigned sdk_process = 1;
int sdk_signal;

persist_worker_t *sdk_worker;

/* The request of this thread. It is kept here so that it is given back even if
 * an exception kept it from the script, and so that printed lines get its id.
 */
static _Thread_local sdk_exchange_t *here;

static PyObject *failed(void)
{
    return PyErr_SetFromErrno(PyExc_OSError);
}

static PyObject *done(int rc)
{
    return rc < 0 ? failed() : Py_NewRef(Py_None);
}

static void count_child(void)
{
    sdk_process = sdk_process == UINT_MAX ? 1 : sdk_process + 1;
}

static PyObject *core_version(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    return PyUnicode_FromString(PERSIST_WORKER_VERSION);
}

static PyObject *core_open(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    sdk_worker = persist_worker_open("python " PERSIST_WORKER_VERSION,
                                     PERSIST_INTERRUPTIBLE);
    if (!sdk_worker)
        return PyLong_FromLong(errno);
    return PyLong_FromLong(pthread_atfork(NULL, NULL, count_child));
}

static PyObject *core_interrupt_fd(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    return PyLong_FromLong(persist_worker_interrupt_fd(sdk_worker));
}

static PyObject *core_ready(PyObject *module, PyObject *arguments)
{
    unsigned threads;
    PyObject *files;
    char *bytes;
    Py_ssize_t len;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "IO", &threads, &files) ||
        PyBytes_AsStringAndSize(files, &bytes, &len) < 0)
        return NULL;
    return done(persist_worker_ready(sdk_worker, threads, bytes, (size_t)len));
}

static PyObject *core_by_length(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    return done(persist_worker_by_length(sdk_worker));
}

static PyObject *core_loaded(PyObject *module, PyObject *files)
{
    char *bytes;
    Py_ssize_t len;
    (void)module;
    if (PyBytes_AsStringAndSize(files, &bytes, &len) < 0)
        return NULL;
    return done(persist_worker_loaded(sdk_worker, bytes, (size_t)len));
}

static PyObject *core_signal(PyObject *module, PyObject *number)
{
    long value = PyLong_AsLong(number);
    (void)module;
    if (value == -1 && PyErr_Occurred())
        return NULL;
    if (persist_worker_signal(sdk_worker, (int)value) < 0)
        return failed();
    sdk_signal = (int)value;
    return Py_NewRef(Py_None);
}

static PyObject *core_look(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    persist_worker_look(sdk_worker);
    return Py_NewRef(Py_None);
}

static PyObject *core_clones(PyObject *module, PyObject *requests)
{
    unsigned long count = PyLong_AsUnsignedLong(requests);
    (void)module;
    if (PyErr_Occurred())
        return NULL;
    count = count < UINT_MAX ? count : UINT_MAX;
    return done(persist_worker_clones(sdk_worker, (unsigned)count, NULL));
}

/* The GIL is kept, for the child. The process has no other thread. */
static PyObject *core_fork(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    return PyLong_FromLong(persist_worker_fork(sdk_worker));
}

static PyObject *core_clone(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    return done(persist_worker_clone(sdk_worker));
}

/* ---- from one request to the next */

/* Takes this thread's request, which goes back to the core; NULL: none. */
static persist_request_t *give_back(void)
{
    sdk_exchange_t *exchange = here;
    if (!exchange)
        return NULL;
    here = NULL;
    persist_request_t *ptr = sdk_exchange_end(exchange);
    Py_DECREF(exchange);
    return ptr;
}

static persist_request_t *wait_for_next(persist_request_t *previous, int *error)
{
    persist_request_t *ptr;
    Py_BEGIN_ALLOW_THREADS;
    ptr = persist_worker_next(sdk_worker, previous);
    *error = errno;
    Py_END_ALLOW_THREADS;
    return ptr;
}

/* Returns 0 when the core must be called again, because handlers of signals
 * have run or a clone was made; 1 at the end; -1 with an exception. */
static int after_none(int error, PyObject *make_clone)
{
    PyObject *made;
    switch (error) {
    case 0:
        return 1;
    case EINTR:
        return PyErr_CheckSignals();
    case ECHILD:
        made = PyObject_CallObject(make_clone, NULL);
        Py_XDECREF(made);
        return made ? 0 : -1;
    default:
        errno = error;
        failed();
        return -1;
    }
}

/* The object is made before the wait, so that a failure cannot lose a request.
 */
static PyObject *core_next(PyObject *module, PyObject *const *given,
                           Py_ssize_t count)
{
    int error, end = 0;
    (void)module;
    if (count != 2)
        return PyErr_Format(PyExc_TypeError, "next(type, make_clone)");
    PyObject *make_clone = given[1];
    sdk_exchange_t *exchange = sdk_exchange_new(given[0]);
    if (!exchange)
        return NULL;
    persist_request_t *ptr = wait_for_next(give_back(), &error);
    while (!ptr && (end = after_none(error, make_clone)) == 0)
        ptr = wait_for_next(NULL, &error);
    if (ptr) {
        sdk_exchange_begin(exchange, ptr);
        here = (sdk_exchange_t *)Py_NewRef((PyObject *)exchange);
        return (PyObject *)exchange;
    }
    Py_DECREF(exchange);
    return end < 0 ? NULL : Py_NewRef(Py_None);
}

static PyObject *core_leave(PyObject *module, PyObject *none)
{
    persist_request_t *previous = give_back();
    (void)module, (void)none;
    Py_BEGIN_ALLOW_THREADS;
    persist_worker_leave(sdk_worker, previous);
    Py_END_ALLOW_THREADS;
    return Py_NewRef(Py_None);
}

static PyObject *core_current(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    return Py_NewRef(here ? (PyObject *)here : Py_None);
}

static PyObject *core_request_id(PyObject *module, PyObject *none)
{
    const char *id = here ? persist_request_id(here->ptr) : "";
    (void)module, (void)none;
    return PyBytes_FromStringAndSize(id, (Py_ssize_t)strlen(id));
}

/* ---- the module */

static PyMethodDef functions[] = {
    {"version", core_version, METH_NOARGS, NULL},
    {"open", core_open, METH_NOARGS, NULL},
    {"huge_pages", sdk_huge_pages, METH_NOARGS, NULL},
    {"interrupt_fd", core_interrupt_fd, METH_NOARGS, NULL},
    {"ready", core_ready, METH_VARARGS, NULL},
    {"by_length", core_by_length, METH_NOARGS, NULL},
    {"loaded", core_loaded, METH_O, NULL},
    {"signal", core_signal, METH_O, NULL},
    {"look", core_look, METH_NOARGS, NULL},
    {"clones", core_clones, METH_O, NULL},
    {"fork", core_fork, METH_NOARGS, NULL},
    {"clone", core_clone, METH_NOARGS, NULL},
    {"next", (PyCFunction)(void (*)(void))core_next, METH_FASTCALL, NULL},
    {"fd", sdk_fd, METH_NOARGS, NULL},
    {"pump", sdk_pump, METH_O, NULL},
    {"leave", core_leave, METH_NOARGS, NULL},
    {"current", core_current, METH_NOARGS, NULL},
    {"request_id", core_request_id, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "persist_worker._core",
    .m_size = -1, /* global state: a process is one worker */
    .m_methods = functions,
};

PyMODINIT_FUNC PyInit__core(void)
{
    PyObject *module = PyModule_Create(&definition);
    PyObject *type = module ? sdk_exchange_type() : NULL;
    if (!type || PyModule_AddObject(module, "Exchange", type) < 0 ||
        sdk_init_block() < 0 || sdk_init_environ() < 0 ||
        sdk_init_errors() < 0 || sdk_init_scope() < 0)
        Py_CLEAR(module);
    return module;
}
