/* SPDX-License-Identifier: Apache-2.0 */
/* files.h: reads whole files of the source tree, for tests. */

#ifndef WIRE_TESTS_FILES_H
#define WIRE_TESTS_FILES_H

#include "tap.h"

/* make check sets the source folder; by hand, run the test from the root. */
static inline const char *files_root(void)
{
    const char *root = getenv("srcdir");
    return root ? root : ".";
}

/* Returns the file's content with a NUL after it; the caller frees it. */
static inline char *files_read(const char *name, size_t *length)
{
    char path[4096];
    snprintf(path, sizeof(path), "%s/%s", files_root(), name);
    FILE *file = fopen(path, "rb");
    char *data = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&data, &size);
    if (!file || !memory)
        bail_out(path);
    for (int byte; (byte = fgetc(file)) != EOF;)
        fputc(byte, memory);
    fclose(file);
    if (fclose(memory) != 0)
        bail_out(path);
    *length = size;
    return data;
}

#endif /* WIRE_TESTS_FILES_H */
