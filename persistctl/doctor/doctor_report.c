/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_report.c: prints findings, and counts those that are not well. */

#include "doctor/doctor_report.h"
#include "ctl_print.h"
#include "ctl_table.h"

#include <stdarg.h>
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

static int complaints;

static void put(const char *format, va_list arguments)
{
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0)
        return;
    for (char *at = text; (at = strchr(at, '\n')) != NULL;)
        *at = ' '; /* a file's name must not look like a finding */
    ctl_print(stdout, text, strlen(text));
    putchar('\n');
    fflush(stdout);
    free(text);
}

void doctor_say(doctor_verdict_t verdict, const char *subject,
                const char *format, ...)
{
    const struct label *label = &labels[verdict];
    int coloured = ctl_style_of(stdout).colours;
    va_list arguments;
    complaints += verdict == DOCTOR_WRONG || verdict == DOCTOR_UNKNOWN;
    if (coloured)
        printf("\x1b[%sm%-7s\x1b[0m  %s: ", label->colour, label->word,
               subject);
    else
        printf("%-7s  %s: ", label->word, subject);
    va_start(arguments, format);
    put(format, arguments);
    va_end(arguments);
}

void doctor_mend(const char *format, ...)
{
    va_list arguments;
    fputs("         mend: ", stdout);
    va_start(arguments, format);
    put(format, arguments);
    va_end(arguments);
}

int doctor_complaints(void)
{
    return complaints;
}
