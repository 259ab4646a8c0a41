/* SPDX-License-Identifier: Apache-2.0 */
/* environ.c: the environ of WSGI (PEP 3333). The same as environ_of() in
 * _wsgi_environ.py, but faster. */

#include "sdk.h"

#include <string.h>
#include <strings.h>

static PyObject *https_name, *request_scheme_name, *url_scheme_name, *https;

/* Variables that an application may take without asking whether they are there:
 * wsgiref always sets them, and httpd only if they are not empty. */
enum { ALWAYS = 4 };
static PyObject *always[ALWAYS], *empty;

static int init_always(void)
{
    static const char *const names[ALWAYS] = {"PATH_INFO", "QUERY_STRING",
                                              "REMOTE_HOST", "SCRIPT_NAME"};
    empty = PyUnicode_InternFromString("");
    for (int i = 0; i < ALWAYS; i++)
        always[i] = PyUnicode_InternFromString(names[i]);
    return empty && always[0] && always[1] && always[2] && always[3] ? 0 : -1;
}

int sdk_init_environ(void)
{
    if (init_always() < 0)
        return -1;
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

static int add_always(PyObject *environ)
{
    int rc = 0;
    for (int i = 0; i < ALWAYS && rc == 0; i++)
        if (!PyDict_GetItem(environ, always[i]))
            rc = PyDict_SetItem(environ, always[i], empty);
    return rc;
}

static int complete(PyObject *environ, PyObject *fixed)
{
    if (add_always(environ) < 0 || PyDict_Update(environ, fixed) < 0)
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
