/* SPDX-License-Identifier: Apache-2.0 */
/* errors.c: raises errno of the core as an exception, which _failures.py makes.
 */

#include "sdk.h"

#include <errno.h>

static PyObject *failures; /* the module */

int sdk_init_errors(void)
{
    failures = PyImport_ImportModule("persist_worker._failures");
    return failures ? 0 : -1;
}

/* Steals the reference to error; NULL: an exception is set already. */
static PyObject *raise(PyObject *error)
{
    if (error)
        PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    Py_XDECREF(error);
    return NULL;
}

PyObject *sdk_failed(void)
{
    return raise(PyObject_CallMethod(failures, "failed", "(i)", errno));
}

PyObject *sdk_refused(PyObject *status, PyObject *block)
{
    return raise(PyObject_CallMethod(failures, "refused", "(iOO)", errno,
                                     status, block));
}

PyObject *sdk_unread(void)
{
    return raise(PyObject_CallMethod(failures, "unread", "(i)", errno));
}
