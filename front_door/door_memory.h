/* SPDX-License-Identifier: Apache-2.0 */
/* door_memory.h: memory of a process that serves one request: nothing is freed,
 * and a process without memory ends with 500. */

#ifndef DOOR_MEMORY_H
#define DOOR_MEMORY_H

#include <stddef.h>

/* Allocates zeroed memory for count elements. */
void *door_memory(size_t count, size_t size);

/* Prints into memory of its own. */
char *door_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif /* DOOR_MEMORY_H */
