/* SPDX-License-Identifier: Apache-2.0 */
/* vectors.c: reads the format of wire/vectors/README.md. make puts the lines of
 * the files into vectors_lines.h. */

#include "vectors.h"

#include "conform/vectors_lines.h"

#include <stdlib.h>
#include <string.h>

#define LINES (sizeof(vectors_lines) / sizeof(*vectors_lines))

static uint8_t bytes[VECTORS_BYTES_MAX];

static unsigned digit(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* Takes the text after the word hex: pairs of digits, or a pair and *COUNT. */
static void add_hex(vector_t *vector, const char *text)
{
    while (text[0] && text[1]) {
        uint8_t byte = (uint8_t)(digit(text[0]) << 4 | digit(text[1]));
        text += 2;
        char *end = (char *)text;
        size_t count = *text == '*' ? strtoul(text + 1, &end, 10) : 1;
        if (count > VECTORS_BYTES_MAX - vector->len)
            abort();
        memset(bytes + vector->len, byte, count);
        vector->len += count;
        text = end;
    }
}

static void add_message(vector_t *vector, const char *line)
{
    const char *kind = strrchr(line, ' ');
    if (vector->count < VECTORS_KINDS_MAX)
        vector->kinds[vector->count++] = (wire_kind_t)atoi(kind + 1);
}

static void add_line(vector_t *vector, const char *line)
{
    if (strncmp(line, "hex ", 4) == 0)
        add_hex(vector, line + 4);
    else if (strncmp(line, "message ", 8) == 0)
        add_message(vector, line);
    else if (strncmp(line, "error ", 6) == 0)
        vector->refused = 1;
    else if (strncmp(line, "incomplete ", 11) == 0)
        vector->incomplete = 1;
}

int vectors_next(size_t *place, vector_t *vector)
{
    while (*place < LINES && strncmp(vectors_lines[*place], "vector ", 7) != 0)
        (*place)++;
    if (*place == LINES)
        return 0;
    *vector = (vector_t){.name = vectors_lines[*place] + 7, .bytes = bytes};
    for ((*place)++; *place < LINES && *vectors_lines[*place]; (*place)++)
        add_line(vector, vectors_lines[*place]);
    return 1;
}
