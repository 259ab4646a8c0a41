/* SPDX-License-Identifier: Apache-2.0 */
/* variables.c: the CGI variables as str, decoded as Latin-1. */

#include "sdk.h"

#include <string.h>

#define KNOWN 64u /* places in the block whose names are remembered */

/* The last name at each place: httpd mostly writes the same names at the same
 * places. */
static struct {
    PyObject *name;
    char text[32];
} known[KNOWN];

static PyObject *remember(size_t place, const char *text, size_t len)
{
    PyObject *name = PyUnicode_DecodeLatin1(text, (Py_ssize_t)len, NULL);
    if (!name || len >= sizeof(known[place].text))
        return name;
    Py_XDECREF(known[place].name);
    known[place].name = name;
    memcpy(known[place].text, text, len + 1);
    return Py_NewRef(name);
}

static PyObject *name_at(size_t place, const char *text, size_t len)
{
    if (place >= KNOWN)
        return PyUnicode_DecodeLatin1(text, (Py_ssize_t)len, NULL);
    if (known[place].name && strcmp(known[place].text, text) == 0)
        return Py_NewRef(known[place].name);
    return remember(place, text, len);
}

static int add(PyObject *env, size_t place, const char *name, const char *value,
               const char *end)
{
    PyObject *key = name_at(place, name, (size_t)(value - name) - 1);
    PyObject *text = PyUnicode_DecodeLatin1(value, end - value, NULL);
    int rc = key && text ? PyDict_SetItem(env, key, text) : -1;
    Py_XDECREF(key);
    Py_XDECREF(text);
    return rc;
}

PyObject *sdk_variables(const persist_request_t *request)
{
    size_t len, at = 0;
    const char *name, *value;
    PyObject *env = PyDict_New(); /* may run a finalizer of the script */
    const char *block = persist_request_variables(request, &len);
    for (size_t place = 0;
         env && persist_request_each(request, &at, &name, &value); place++)
        if (add(env, place, name, value, block + at - 1) < 0)
            Py_CLEAR(env);
    return env;
}
