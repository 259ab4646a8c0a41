/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_log_lines.c: sorts lines by their numbers, and prints them. */

#include "ctl_log_lines.h"
#include "ctl_print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define STAMP_SIZE 64u

static int add(ctl_log_lines_t *lines, const char *script, ctl_record_t record)
{
    if (lines->count == lines->room) {
        size_t room = lines->room ? 2 * lines->room : 64;
        ctl_log_line_t *all =
            reallocarray(lines->all, room, sizeof(*lines->all));
        if (!all)
            return -1;
        lines->all = all;
        lines->room = room;
    }
    lines->all[lines->count++] =
        (ctl_log_line_t){ctl_fields_number(record, "line"), script, record};
    return 0;
}

static int is_of(ctl_record_t record, const char *id)
{
    const char *own = ctl_fields_text(record, "id");
    return !id || (own && strcmp(own, id) == 0);
}

int ctl_log_lines_add(ctl_log_lines_t *lines, const msgpack_sbuffer *sealed,
                      int64_t until, const char *id)
{
    ctl_record_t record = NULL;
    const char *script = "?";
    while ((record = ctl_fields_next(sealed, record)) != NULL) {
        const char *head = ctl_fields_text(record, "log");
        if (head)
            script = head;
        else if (ctl_fields_text(record, "line") &&
                 ctl_fields_number(record, "line") <= until &&
                 is_of(record, id) && add(lines, script, record) != 0)
            return -1;
    }
    return 0;
}

void ctl_log_lines_clear(ctl_log_lines_t *lines)
{
    free(lines->all);
    *lines = (ctl_log_lines_t){NULL, 0, 0};
}

static int by_number(const void *a, const void *b)
{
    const ctl_log_line_t *one = a, *other = b;
    return (one->number > other->number) - (one->number < other->number);
}

static const char *field(const ctl_log_line_t *line, const char *name)
{
    const char *text = ctl_fields_text(line->record, name);
    return text ? text : "";
}

/* The local time for people, the other one for programs. */
static void stamp(char text[STAMP_SIZE], int64_t us, int utc)
{
    time_t seconds = (time_t)(us / 1000000);
    struct tm parts;
    char day[STAMP_SIZE / 2] = "";
    if (utc ? gmtime_r(&seconds, &parts) : localtime_r(&seconds, &parts))
        strftime(day, sizeof(day), utc ? "%FT%T" : "%F %T", &parts);
    snprintf(text, STAMP_SIZE, utc ? "%s.%06dZ" : "%s.%03d", day,
             (int)(us % 1000000 / (utc ? 1 : 1000)));
}

static void put_text(FILE *out, const ctl_log_line_t *line)
{
    char when[STAMP_SIZE];
    int64_t pid = ctl_fields_number(line->record, "pid");
    const char *id = field(line, "id");
    stamp(when, ctl_fields_number(line->record, "time"), 0);
    fprintf(out, "%s %-7s ", when, field(line, "kind"));
    if (pid > 0)
        fprintf(out, "%" PRId64 " ", pid);
    if (*id)
        fprintf(out, "[%s] ", id);
    fprintf(out, "%s\n", field(line, "text"));
}

static void put_member(FILE *out, const char *name, const char *value)
{
    ctl_print_json(out, name, value, strlen(value));
    fputc(',', out);
}

static void put_json(FILE *out, const ctl_log_line_t *line)
{
    char when[STAMP_SIZE];
    stamp(when, ctl_fields_number(line->record, "time"), 1);
    fputc('{', out);
    put_member(out, "time", when);
    put_member(out, "script", line->script);
    put_member(out, "kind", field(line, "kind"));
    fprintf(out, "\"pid\":%" PRId64 ",",
            ctl_fields_number(line->record, "pid"));
    put_member(out, "id", field(line, "id"));
    const char *text = field(line, "text");
    ctl_print_json(out, "text", text, strlen(text));
    fputs("}\n", out);
}

/* The script's name may have a line end, which ctl_print() would let pass. */
static void put_head(FILE *out, const char *script, char **last)
{
    if (*last && strcmp(*last, script) == 0)
        return;
    fputs(*last ? "\n==> " : "==> ", out);
    for (const char *at = script; *at; at++)
        fputc(*at == '\n' ? '?' : *at, out);
    fputs(" <==\n", out);
    free(*last);
    *last = strdup(script);
}

static void put_all(FILE *out, const ctl_log_lines_t *lines, int json,
                    char **last)
{
    for (size_t i = 0; i < lines->count; i++) {
        const ctl_log_line_t *line = &lines->all[i];
        if (json) {
            put_json(out, line);
            continue;
        }
        put_head(out, line->script, last);
        put_text(out, line);
    }
}

void ctl_log_lines_print(ctl_log_lines_t *lines, int json, char **last)
{
    char *text = NULL;
    size_t len;
    if (lines->count > 0)
        qsort(lines->all, lines->count, sizeof(*lines->all), by_number);
    FILE *out = open_memstream(&text, &len);
    if (out)
        put_all(out, lines, json, last);
    if (out && fclose(out) == 0)
        ctl_print(stdout, text, len);
    free(text);
}
