/* SPDX-License-Identifier: Apache-2.0 */
/* door_memory.c: allocates, or ends the process. All blocks are in one list, so
 * that a sanitizer sees that none is lost. */

#include "door_memory.h"
#include "door_log.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct block {
    struct block *next;
    alignas(max_align_t) char bytes[];
} block_t;

static block_t *blocks;

/* The web server answers 500 for a program that ends without a header. */
static _Noreturn void fail(void)
{
    door_log("no memory");
    exit(1);
}

void *door_memory(size_t count, size_t size)
{
    if (size > 0 && count > (SIZE_MAX - sizeof(block_t)) / size)
        fail();
    block_t *block = calloc(1, sizeof(*block) + count * size);
    if (!block)
        fail();
    block->next = blocks;
    blocks = block;
    return block->bytes;
}

char *door_print(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (len < 0)
        fail();
    char *text = door_memory((size_t)len + 1, 1);
    va_start(arguments, format);
    vsnprintf(text, (size_t)len + 1, format, arguments);
    va_end(arguments);
    return text;
}
