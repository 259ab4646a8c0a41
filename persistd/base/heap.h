/* SPDX-License-Identifier: Apache-2.0 */
/* heap.h: persistd's private memory. Without memory persistd can decide
 * nothing, so it ends at once with status 1: the workers go on serving, httpd
 * starts a successor, and that one adopts them. Hence no function here fails.
 */

#ifndef HEAP_H
#define HEAP_H

#include <stddef.h>

/* Zeroed, for free(). */
void *heap_make(size_t count, size_t size);
void *heap_grow(void *old, size_t count, size_t size);

/* A copy of len bytes with a NUL behind them, for free(). */
char *heap_text(const void *bytes, size_t len);

/* As sprintf, for free(). */
char *heap_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif /* HEAP_H */
