/* SPDX-License-Identifier: Apache-2.0 */
/* heap.c: allocation that ends the process when it fails. */

#include "base/heap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void out_of_memory(void)
{
    fputs("persistd: out of memory\n", stderr);
    _exit(1);
}

void *heap_make(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        out_of_memory();
    return memory;
}

void *heap_grow(void *old, size_t count, size_t size)
{
    void *memory = reallocarray(old, count ? count : 1, size);
    if (!memory)
        out_of_memory();
    return memory;
}

char *heap_text(const void *bytes, size_t len)
{
    char *text = heap_make(len + 1, 1);
    if (len > 0)
        memcpy(text, bytes, len);
    return text;
}

char *heap_vprint(const char *format, va_list arguments)
{
    char *text;
    if (vasprintf(&text, format, arguments) < 0)
        out_of_memory();
    return text;
}

char *heap_print(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = heap_vprint(format, arguments);
    va_end(arguments);
    return text;
}
