/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_report.c: prints findings, and counts those that are not well. */

#include "doctor/doctor_report.h"
#include "ctl_print.h"
#include "ctl_table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct label {
    const char *word, *colour;
} labels[] = {
    [DOCTOR_WELL] = {"well", "32"},
    [DOCTOR_WARN] = {"warning", "33"},
    [DOCTOR_WRONG] = {"wrong", "31"},
    [DOCTOR_UNKNOWN] = {"unknown", "35"},
};

static struct report {
    int json, complaints;
    int mends;  /* of the finding that JSON is being written of */
    FILE *line; /* this finding, or NULL */
    char *text;
    size_t len;
} report;

void doctor_report_begin(int json)
{
    report = (struct report){.json = json};
}

/* JSON may end up on a terminal, too. */
static void end_line(void)
{
    if (!report.line)
        return;
    fputs("]}\n", report.line);
    if (fclose(report.line) == 0)
        ctl_print(stdout, report.text, report.len);
    fflush(stdout);
    free(report.text);
    report.line = NULL;
    report.text = NULL;
}

int doctor_report_end(void)
{
    end_line();
    return report.complaints;
}

/* A file's name must not look like a finding. */
static char *make_text(const char *format, va_list arguments)
{
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0)
        return NULL;
    for (char *at = text; (at = strchr(at, '\n')) != NULL;)
        *at = ' ';
    return text;
}

static void put(const char *text)
{
    ctl_print(stdout, text, strlen(text));
    putchar('\n');
    fflush(stdout);
}

static void say_json(const char *word, const char *subject, const char *text)
{
    end_line();
    report.mends = 0;
    report.line = open_memstream(&report.text, &report.len);
    if (!report.line)
        return;
    fputc('{', report.line);
    ctl_print_json(report.line, "verdict", word, strlen(word));
    fputc(',', report.line);
    ctl_print_json(report.line, "subject", subject, strlen(subject));
    fputc(',', report.line);
    ctl_print_json(report.line, "text", text, strlen(text));
    fputs(",\"mend\":[", report.line);
}

static void mend_json(const char *text)
{
    if (!report.line)
        return;
    fputs(report.mends++ ? "," : "", report.line);
    ctl_print_json(report.line, NULL, text, strlen(text));
}

static void say_text(const struct label *label, const char *subject,
                     const char *text)
{
    if (ctl_style_of(stdout).colours)
        printf("\x1b[%sm%-7s\x1b[0m  %s: ", label->colour, label->word,
               subject);
    else
        printf("%-7s  %s: ", label->word, subject);
    put(text);
}

void doctor_say(doctor_verdict_t verdict, const char *subject,
                const char *format, ...)
{
    const struct label *label = &labels[verdict];
    va_list arguments;
    report.complaints += verdict == DOCTOR_WRONG || verdict == DOCTOR_UNKNOWN;
    va_start(arguments, format);
    char *text = make_text(format, arguments);
    va_end(arguments);
    if (text && report.json)
        say_json(label->word, subject, text);
    else if (text)
        say_text(label, subject, text);
    free(text);
}

void doctor_mend(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = make_text(format, arguments);
    va_end(arguments);
    if (text && report.json)
        mend_json(text);
    else if (text) {
        fputs("         mend: ", stdout);
        put(text);
    }
    free(text);
}
