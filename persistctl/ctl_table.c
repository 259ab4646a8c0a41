/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_table.c: pads, colours and cuts cells. */

#include "ctl_table.h"
#include "ctl_print.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GAP 2u

/* The colours of states; other cells are plain. */
static const struct paint {
    const char *word, *code;
} paints[] = {
    {"ready", "32"},    {"starting", "33"}, {"leaving", "33"},
    {"stopping", "33"}, {"failing", "31"},  {"killed", "31"},
    {"stopped", "35"},  {"idle", "2"},
};

ctl_style_t ctl_style_of(FILE *out)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    int terminal = isatty(fileno(out));
    return (ctl_style_t){
        .columns = terminal,
        .colours =
            terminal && !(no && *no) && term && strcmp(term, "dumb") != 0,
    };
}

static void *must(void *memory)
{
    if (memory)
        return memory;
    fputs("persistctl: out of memory\n", stderr);
    exit(EXIT_FAILURE);
}

void ctl_table_add(ctl_table_t *table, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    for (char *at = text; at && (at = strchr(at, '\n')) != NULL;)
        *at = '?'; /* a file's name must not look like more rows */
    table->cells =
        must(realloc(table->cells, (table->count + 1) * sizeof(*table->cells)));
    table->cells[table->count++] = must(text);
}

void ctl_table_clear(ctl_table_t *table)
{
    while (table->count > 0)
        free(table->cells[--table->count]);
    free(table->cells);
    table->cells = NULL;
}

static size_t rows_of(const ctl_table_t *table)
{
    return table->count / table->columns;
}

static const char *cell_at(const ctl_table_t *table, size_t row, size_t column)
{
    return table->cells[row * table->columns + column];
}

static size_t width_of(const ctl_table_t *table, size_t column)
{
    size_t width = strlen(table->heads[column]);
    for (size_t row = 0; row < rows_of(table); row++) {
        size_t len = strlen(cell_at(table, row, column));
        width = len > width ? len : width;
    }
    return width;
}

static const char *paint_of(const char *text)
{
    for (size_t i = 0; i < sizeof(paints) / sizeof(paints[0]); i++)
        if (strcmp(paints[i].word, text) == 0)
            return paints[i].code;
    return NULL;
}

/* The first cell decides for its column. */
static int is_numeric(const ctl_table_t *table, size_t column)
{
    const char *text = table->count > 0 ? cell_at(table, 0, column) : "";
    return *text && strspn(text, "0123456789./-") == strlen(text);
}

static void put_painted(FILE *out, const char *text, size_t len,
                        const char *code)
{
    if (code)
        fprintf(out, "\x1b[%sm", code);
    ctl_print(out, text, len);
    if (code)
        fputs("\x1b[0m", out);
}

/* Returns the bytes of the text that the line still has room for. */
static size_t cut(const char *text, const ctl_style_t *style, size_t used)
{
    size_t len = strlen(text);
    if (style->width == 0)
        return len;
    size_t room = style->width > used ? style->width - used : 0;
    return len < room ? len : room;
}

/* Prints one cell; the last column is not padded. Returns the position after
 * the cell. */
static size_t show_cell(const ctl_table_t *table, size_t column,
                        const char *text, const char *code, size_t at,
                        const ctl_style_t *style, FILE *out)
{
    int last = column + 1 == table->columns;
    size_t len = cut(text, style, at);
    size_t width = last || !style->columns ? len : width_of(table, column);
    int pad = width > len ? (int)(width - len) : 0;
    int right = is_numeric(table, column);
    fprintf(out, "%*s", right ? pad : 0, "");
    put_painted(out, text, len, style->colours ? code : NULL);
    fprintf(out, "%*s", right ? 0 : pad, "");
    if (!last)
        fprintf(out, "%s", style->columns ? "  " : "\t");
    return at + len + (size_t)pad + GAP;
}

static void show_heads(const ctl_table_t *table, FILE *out,
                       const ctl_style_t *style)
{
    size_t at = 0;
    for (size_t i = 0; i < table->columns; i++)
        at = show_cell(table, i, table->heads[i], "1", at, style, out);
    fputc('\n', out);
}

void ctl_table_show(const ctl_table_t *table, FILE *out,
                    const ctl_style_t *style)
{
    size_t rows = rows_of(table);
    if (style->lines > 0 && style->lines < rows)
        rows = style->lines;
    show_heads(table, out, style);
    for (size_t row = 0; row < rows; row++) {
        size_t at = 0;
        for (size_t i = 0; i < table->columns; i++) {
            const char *text = cell_at(table, row, i);
            at = show_cell(table, i, text, paint_of(text), at, style, out);
        }
        fputc('\n', out);
    }
}
