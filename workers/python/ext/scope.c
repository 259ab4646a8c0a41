/* SPDX-License-Identifier: Apache-2.0 */
/* scope.c: what the scope of an ASGI connection is made of, if the variables
 * are as httpd mostly sets them. The same as parts_of() in _asgi_scope.py,
 * which makes the other scopes, but faster. */

#include "sdk.h"

#include <stdlib.h>
#include <string.h>

#define KNOWN 64u /* places in the block whose variables are remembered */

/* The variables that a scope is made of. All others have the first place. */
enum {
    OTHER,
    HTTPS,
    PATH_INFO,
    QUERY_STRING,
    REDIRECT_STATUS,
    REMOTE_ADDR,
    REMOTE_PORT,
    REQUEST_METHOD,
    REQUEST_SCHEME,
    REQUEST_URI,
    SCRIPT_NAME,
    SERVER_NAME,
    SERVER_PORT,
    SERVER_PROTOCOL,
    VARIABLES
};
static const char *const variables[VARIABLES] = {
    [OTHER] = "",
    [HTTPS] = "HTTPS",
    [PATH_INFO] = "PATH_INFO",
    [QUERY_STRING] = "QUERY_STRING",
    [REDIRECT_STATUS] = "REDIRECT_STATUS",
    [REMOTE_ADDR] = "REMOTE_ADDR",
    [REMOTE_PORT] = "REMOTE_PORT",
    [REQUEST_METHOD] = "REQUEST_METHOD",
    [REQUEST_SCHEME] = "REQUEST_SCHEME",
    [REQUEST_URI] = "REQUEST_URI",
    [SCRIPT_NAME] = "SCRIPT_NAME",
    [SERVER_NAME] = "SERVER_NAME",
    [SERVER_PORT] = "SERVER_PORT",
    [SERVER_PROTOCOL] = "SERVER_PROTOCOL",
};

enum {
    TYPE,
    HTTP_VERSION,
    METHOD,
    SCHEME,
    PATH,
    RAW_PATH,
    QUERY,
    ROOT_PATH,
    HEADERS,
    CLIENT,
    SERVER,
    KEYS
};
static PyObject *keys[KEYS], *http, *https;

int sdk_init_scope(void)
{
    static const char *const names[KEYS] = {
        [TYPE] = "type",          [HTTP_VERSION] = "http_version",
        [METHOD] = "method",      [SCHEME] = "scheme",
        [PATH] = "path",          [RAW_PATH] = "raw_path",
        [QUERY] = "query_string", [ROOT_PATH] = "root_path",
        [HEADERS] = "headers",    [CLIENT] = "client",
        [SERVER] = "server",
    };
    for (int i = 0; i < KEYS; i++)
        if (!(keys[i] = PyUnicode_InternFromString(names[i])))
            return -1;
    http = PyUnicode_InternFromString("http");
    https = PyUnicode_InternFromString("https");
    return http && https ? 0 : -1;
}

/* ---- what a variable is */

/* The last variable at each place: httpd mostly writes the same ones at the
 * same places. */
typedef struct known {
    char text[32];
    PyObject *header; /* the name of the header that it holds; NULL: none */
    int variable;
} known_t;

static known_t known[KNOWN];

/* Returns where the name of a header begins in that of its variable, or NULL.
 */
static const char *header_in(const char *variable)
{
    if (strncmp(variable, "HTTP_", 5) == 0)
        return variable[5] ? variable + 5 : NULL;
    if (strcmp(variable, "CONTENT_TYPE") == 0 ||
        strcmp(variable, "CONTENT_LENGTH") == 0)
        return variable;
    return NULL;
}

static char in_header(char c)
{
    if (c == '_')
        return '-';
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static PyObject *header_name(const char *text)
{
    Py_ssize_t len = (Py_ssize_t)strlen(text);
    PyObject *name = PyBytes_FromStringAndSize(NULL, len);
    char *bytes = name ? PyBytes_AsString(name) : NULL;
    for (Py_ssize_t i = 0; bytes && i < len; i++)
        bytes[i] = in_header(text[i]);
    return name;
}

static int learn(known_t *about, const char *text)
{
    const char *header = header_in(text);
    PyObject *name = header ? header_name(header) : NULL;
    if (header && !name)
        return -1;
    Py_XDECREF(about->header);
    about->header = name;
    about->variable = SERVER_PROTOCOL;
    while (about->variable > OTHER &&
           strcmp(variables[about->variable], text) != 0)
        about->variable--;
    return 0;
}

/* Returns what the variable is, or NULL with an exception. What can't be
 * remembered is put into spare. */
static const known_t *know(size_t place, const char *text, size_t len,
                           known_t *spare)
{
    if (place >= KNOWN || len >= sizeof(spare->text))
        return learn(spare, text) < 0 ? NULL : spare;
    known_t *about = &known[place];
    if (strcmp(about->text, text) == 0)
        return about;
    about->text[0] = '\0';
    if (learn(about, text) < 0)
        return NULL;
    memcpy(about->text, text, len + 1);
    return about;
}

/* ---- the parts of a scope */

typedef struct parts {
    PyObject *headers;
    const char *values[VARIABLES]; /* NULL: there is no such variable */
} parts_t;

static int add_header(PyObject *headers, PyObject *name, const char *value,
                      const char *end)
{
    PyObject *bytes = PyBytes_FromStringAndSize(value, end - value);
    PyObject *pair = bytes ? PyTuple_Pack(2, name, bytes) : NULL;
    int rc = pair ? PyList_Append(headers, pair) : -1;
    Py_XDECREF(bytes);
    Py_XDECREF(pair);
    return rc;
}

static int add(parts_t *parts, size_t place, const char *name,
               const char *value, const char *end)
{
    known_t spare = {0};
    const known_t *about =
        know(place, name, (size_t)(value - name) - 1, &spare);
    int rc = about ? 0 : -1;
    if (about && about->header)
        rc = add_header(parts->headers, about->header, value, end);
    else if (about)
        parts->values[about->variable] = value;
    Py_XDECREF(spare.header);
    return rc;
}

static int take_apart(parts_t *parts, const persist_request_t *request)
{
    size_t len, at = 0, place = 0;
    const char *name, *value;
    const char *block = persist_request_variables(request, &len);
    int rc = 0;
    while (rc == 0 && persist_request_each(request, &at, &name, &value))
        rc = add(parts, place++, name, value, block + at - 1);
    return rc;
}

/* ---- the usual request */

static int consists_of(const char *text, char first, char last)
{
    while (*text >= first && *text <= last)
        text++;
    return *text == '\0';
}

static int is_address(const char *host, const char *port)
{
    return *host && *port && strlen(port) < 6 && consists_of(port, '0', '9');
}

static int has_all(const char *const *values)
{
    for (int i = PATH_INFO; i < VARIABLES; i++)
        if (!values[i] && i != REDIRECT_STATUS)
            return 0;
    return 1;
}

/* Of an ErrorDocument, REQUEST_URI names what httpd has refused. */
static int is_error(const char *status)
{
    return status && (*status == '4' || *status == '5');
}

static int is_usual(const char *const *values)
{
    return has_all(values) && values[REQUEST_URI][0] == '/' &&
           !is_error(values[REDIRECT_STATUS]) &&
           (!values[HTTPS] || strcmp(values[HTTPS], "on") == 0) &&
           strncmp(values[SERVER_PROTOCOL], "HTTP/", 5) == 0 &&
           consists_of(values[REQUEST_METHOD], 'A', 'Z') &&
           consists_of(values[SCRIPT_NAME], 1, 127) &&
           consists_of(values[PATH_INFO], 1, 127) &&
           is_address(values[REMOTE_ADDR], values[REMOTE_PORT]) &&
           is_address(values[SERVER_NAME], values[SERVER_PORT]);
}

static PyObject *text_of(const char *value)
{
    return PyUnicode_DecodeLatin1(value, (Py_ssize_t)strlen(value), NULL);
}

static PyObject *version_of(const char *protocol)
{
    return text_of(protocol[5] == '2' ? "2" : protocol + 5);
}

static PyObject *scheme_of(const char *const *values)
{
    return values[HTTPS] ? Py_NewRef(https) : text_of(values[REQUEST_SCHEME]);
}

static PyObject *path_of(const char *root, const char *rest)
{
    if (!*root)
        return text_of(*rest ? rest : "/");
    PyObject *one = text_of(root), *two = text_of(rest);
    PyObject *path = one && two ? PyUnicode_Concat(one, two) : NULL;
    Py_XDECREF(one);
    Py_XDECREF(two);
    return path;
}

static PyObject *address_of(const char *host, const char *port)
{
    PyObject *name = text_of(host), *number = PyLong_FromLong(atol(port));
    PyObject *address = name && number ? PyTuple_Pack(2, name, number) : NULL;
    Py_XDECREF(name);
    Py_XDECREF(number);
    return address;
}

static PyObject *scope_of(const parts_t *parts)
{
    const char *const *values = parts->values;
    const char *uri = values[REQUEST_URI];
    PyObject *made[KEYS] = {
        [TYPE] = Py_NewRef(http),
        [HTTP_VERSION] = version_of(values[SERVER_PROTOCOL]),
        [METHOD] = text_of(values[REQUEST_METHOD]),
        [SCHEME] = scheme_of(values),
        [PATH] = path_of(values[SCRIPT_NAME], values[PATH_INFO]),
        [RAW_PATH] =
            PyBytes_FromStringAndSize(uri, (Py_ssize_t)strcspn(uri, "?")),
        [QUERY] = PyBytes_FromString(values[QUERY_STRING]),
        [ROOT_PATH] = text_of(values[SCRIPT_NAME]),
        [HEADERS] = Py_NewRef(parts->headers),
        [CLIENT] = address_of(values[REMOTE_ADDR], values[REMOTE_PORT]),
        [SERVER] = address_of(values[SERVER_NAME], values[SERVER_PORT]),
    };
    PyObject *scope = PyDict_New();
    for (int i = 0; i < KEYS; i++) {
        if (scope && (!made[i] || PyDict_SetItem(scope, keys[i], made[i]) < 0))
            Py_CLEAR(scope);
        Py_XDECREF(made[i]);
    }
    return scope;
}

/* New objects may make finalizers of the script run, but these can't give the
 * request back, so that the values stay: only the application's send() can, and
 * the application has not got it yet. */
PyObject *sdk_usual_scope(PyObject *self, PyObject *none)
{
    parts_t parts = {.headers = PyList_New(0),
                     .values = {[PATH_INFO] = "", [SCRIPT_NAME] = ""}};
    const sdk_exchange_t *exchange = sdk_exchange_usable(self);
    PyObject *scope = NULL;
    (void)none;
    if (parts.headers && exchange && take_apart(&parts, exchange->ptr) == 0)
        scope = is_usual(parts.values) ? scope_of(&parts) : Py_NewRef(Py_None);
    Py_XDECREF(parts.headers);
    return scope;
}
