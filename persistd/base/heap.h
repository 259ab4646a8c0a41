/* SPDX-License-Identifier: Apache-2.0 */
/* heap.h: persistd's private memory. No function here fails: without memory
 * persistd can decide nothing, so it ends at once with status 1. The workers go
 * on serving, httpd starts a successor, and the successor adopts them. */

#ifndef HEAP_H
#define HEAP_H

#include <stdarg.h>
#include <stddef.h>

/* The memory is zeroed; the caller frees it. */
void *heap_make(size_t count, size_t size);
void *heap_grow(void *old, size_t count, size_t size);

/* A copy of len bytes with a NUL appended; the caller frees it. */
char *heap_text(const void *bytes, size_t len);

/* Formats like sprintf; the caller frees the text. */
char *heap_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *heap_vprint(const char *format, va_list arguments)
    __attribute__((format(printf, 1, 0)));

#endif /* HEAP_H */
