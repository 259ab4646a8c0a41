/* SPDX-License-Identifier: Apache-2.0 */
/* environ.c: the environ of WSGI (PEP 3333). The same as environ_of() in
 * _wsgi_environ.py, but faster. */

#include "sdk.h"

#include <string.h>
#include <strings.h>

static PyObject *https_name, *request_scheme_name, *url_scheme_name, *https;

int sdk_init_environ(void)
{
    https_name = PyUnicode_InternFromString("HTTPS");
    request_scheme_name = PyUnicode_InternFromString("REQUEST_SCHEME");
    url_scheme_name = PyUnicode_InternFromString("wsgi.url_scheme");
    https = PyUnicode_InternFromString("https");
    return https_name && request_scheme_name && url_scheme_name && https ? 0
                                                                         : -1;
}

static int is_yes(PyObject *value)
{
    Py_ssize_t len;
    const char *text = PyUnicode_AsUTF8AndSize(value, &len);
    return text && (strcasecmp(text, "on") == 0 || strcmp(text, "1") == 0 ||
                    strcasecmp(text, "yes") == 0);
}

static int is_https(PyObject *environ)
{
    PyObject *said = PyDict_GetItem(environ, https_name);
    if (said)
        return is_yes(said);
    PyObject *scheme = PyDict_GetItem(environ, request_scheme_name);
    return scheme && PyUnicode_CompareWithASCIIString(scheme, "https") == 0;
}

static int complete(PyObject *environ, PyObject *fixed)
{
    if (PyDict_Update(environ, fixed) < 0)
        return -1;
    return is_https(environ) ? PyDict_SetItem(environ, url_scheme_name, https)
                             : 0;
}

PyObject *sdk_environ(PyObject *self, PyObject *fixed)
{
    const sdk_exchange_t *exchange = sdk_exchange_usable(self);
    PyObject *environ = exchange ? sdk_variables(exchange->ptr) : NULL;
    if (environ && complete(environ, fixed) < 0)
        Py_CLEAR(environ);
    return environ;
}
