/* SPDX-License-Identifier: Apache-2.0 */
/* work.c: the work of all workers in C; see work.h. */

#include "work.h"

#include <stdlib.h>
#include <string.h>

static char block[WORK_BLOCK];

const char *work_piece(size_t n)
{
    if (!block[0])
        memset(block, 'x', sizeof(block));
    return n <= sizeof(block) ? block : NULL;
}

size_t work_bytes(const char *path)
{
    static const char start[] = "/bytes/";
    if (strncmp(path, start, sizeof(start) - 1) != 0)
        return 0;
    return strtoul(path + sizeof(start) - 1, NULL, 10);
}
