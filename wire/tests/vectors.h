/* SPDX-License-Identifier: Apache-2.0 */
/* vectors.h: reads golden vectors, in the format of wire/vectors/README.md. */

#ifndef WIRE_TESTS_VECTORS_H
#define WIRE_TESTS_VECTORS_H

#include "tap.h"

typedef struct vector {
    const char *name;
    int canonical; /* the vector has "canonical yes" */
    char *bytes;
    size_t len;
    char *lines; /* the expected description of the bytes */
    size_t lines_len;
} vector_t;

/* Returns the byte of two lower-case digits, or -1. */
static inline int vectors_byte(const char *hex)
{
    int byte = 0;
    for (int i = 0; i < 2; i++) {
        const char *digits = "0123456789abcdef";
        const char *at = hex[i] ? strchr(digits, hex[i]) : NULL;
        if (!at)
            return -1;
        byte = byte << 4 | (int)(at - digits);
    }
    return byte;
}

/* Reads the arguments of hex: pairs of digits, or one pair and *COUNT. */
static inline void vectors_hex(const char *text, FILE *bytes)
{
    for (const char *p = text; *p;) {
        int byte = vectors_byte(p);
        char *end = (char *)p + 2;
        if (byte < 0)
            bail_out(text);
        unsigned long count = *end == '*' ? strtoul(end + 1, &end, 10) : 1;
        while (count-- > 0)
            fputc(byte, bytes);
        p = end;
    }
}

/* Cuts off and returns the next line, or NULL at the end. */
static inline char *vectors_line(char **prest)
{
    char *line = *prest;
    char *end = strchr(line, '\n');
    if (!*line)
        return NULL;
    if (!end)
        bail_out("a line of vectors has no end");
    *end = '\0';
    *prest = end + 1;
    return line;
}

static inline void vectors_take(vector_t *vector, const char *line, FILE *bytes,
                                FILE *lines)
{
    if (strncmp(line, "hex ", 4) == 0)
        vectors_hex(line + 4, bytes);
    else if (strncmp(line, "canonical ", 10) == 0)
        vector->canonical = strcmp(line, "canonical yes") == 0;
    else if (*line != '#' && strcmp(line, "hex") != 0)
        fprintf(lines, "%s\n", line);
}

/* Reads the next block of a file's text, and writes NULs into the text. Returns
 * 0 when there is none. vectors_free() frees the vector. */
static inline int vectors_next(char **prest, vector_t *vector)
{
    char *line;
    do
        line = vectors_line(prest);
    while (line && (!*line || *line == '#'));
    if (!line)
        return 0;
    if (strncmp(line, "vector ", 7) != 0)
        bail_out(line);
    *vector = (vector_t){.name = line + 7};
    FILE *bytes = open_memstream(&vector->bytes, &vector->len);
    FILE *lines = open_memstream(&vector->lines, &vector->lines_len);
    if (!bytes || !lines)
        bail_out("no memory");
    while ((line = vectors_line(prest)) && *line)
        vectors_take(vector, line, bytes, lines);
    if (fclose(bytes) != 0 || fclose(lines) != 0)
        bail_out("no memory");
    return 1;
}

static inline void vectors_free(vector_t *vector)
{
    free(vector->bytes);
    free(vector->lines);
}

#endif /* WIRE_TESTS_VECTORS_H */
