/* SPDX-License-Identifier: Apache-2.0 */
/* block.c: packs headers into the block that the core takes. This is the fast
 * way for a small dict or list of str and bytes, which nearly all headers are.
 * The rest goes to _headers.block(), which also raises what is wrong. */

#include "sdk.h"

#include <string.h>

#define ROOM 1024 /* bytes; larger blocks go to _headers.block() */

static PyObject *module; /* persist_worker._headers */

int sdk_init_block(void)
{
    module = PyImport_ImportModule("persist_worker._headers");
    return module ? 0 : -1;
}

typedef struct block {
    size_t len;
    char bytes[ROOM];
} block_t;

/* Returns 1 for ASCII without NUL, which is the same in Latin-1 and UTF-8. */
static int is_plain(const char *text, Py_ssize_t len)
{
    for (Py_ssize_t i = 0; i < len; i++)
        if (text[i] == '\0' || (unsigned char)text[i] >= 0x80)
            return 0;
    return 1;
}

static const char *text_of(PyObject *part, Py_ssize_t *len)
{
    char *bytes = NULL;
    if (PyUnicode_Check(part))
        return PyUnicode_AsUTF8AndSize(part, len);
    if (PyBytes_Check(part))
        PyBytes_AsStringAndSize(part, &bytes, len);
    return bytes;
}

static int add(block_t *block, PyObject *part)
{
    Py_ssize_t len = 0;
    const char *text = text_of(part, &len);
    if (!text || (size_t)len >= ROOM - block->len || !is_plain(text, len)) {
        PyErr_Clear(); /* of lone surrogates */
        return 0;
    }
    memcpy(block->bytes + block->len, text, (size_t)len);
    block->len += (size_t)len;
    block->bytes[block->len++] = '\0';
    return 1;
}

static int add_dict(block_t *block, PyObject *headers)
{
    PyObject *name, *value;
    Py_ssize_t place = 0;
    while (PyDict_Next(headers, &place, &name, &value))
        if (!add(block, name) || !add(block, value))
            return 0;
    return 1;
}

static int add_pairs(block_t *block, PyObject *headers)
{
    for (Py_ssize_t i = 0; i < PyList_Size(headers); i++) {
        PyObject *pair = PyList_GetItem(headers, i);
        if (!PyTuple_Check(pair) || PyTuple_Size(pair) != 2 ||
            !add(block, PyTuple_GetItem(pair, 0)) ||
            !add(block, PyTuple_GetItem(pair, 1)))
            return 0;
    }
    return 1;
}

static int add_all(block_t *block, PyObject *headers)
{
    if (PyDict_CheckExact(headers))
        return add_dict(block, headers);
    if (PyList_CheckExact(headers))
        return add_pairs(block, headers);
    return PyTuple_CheckExact(headers) && PyTuple_Size(headers) == 0;
}

PyObject *sdk_block(PyObject *headers)
{
    block_t block;
    block.len = 0; /* only the bytes that are used get written */
    if (headers && !add_all(&block, headers))
        return PyObject_CallMethod(module, "block", "(O)", headers);
    return PyBytes_FromStringAndSize(block.bytes, (Py_ssize_t)block.len);
}

PyObject *sdk_block_with_length(PyObject *status, PyObject *block,
                                Py_ssize_t len)
{
    return PyObject_CallMethod(module, "with_length", "(OOn)", status, block,
                               len);
}
