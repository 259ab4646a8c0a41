/* SPDX-License-Identifier: Apache-2.0 */
/* pw_stderr.c: log lines that concern no single request. */

#include "pw_stderr.h"

#include <stdarg.h>
#include <stdio.h>

void pw_stderr(const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    fprintf(stderr, "persist_worker: %s\n", line);
}

void pw_stderr_violation(const char *what)
{
    pw_stderr("a peer broke the protocol (%s): its connection is closed", what);
}
