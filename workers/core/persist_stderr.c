/* SPDX-License-Identifier: Apache-2.0 */
/* persist_stderr.c: what concerns no single request. persistd carries stderr
 * into httpd's error log. */

#include "persist_private.h"

#include <stdarg.h>
#include <stdio.h>

void persist_stderr(const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    fprintf(stderr, "persist_worker: %s\n", line);
}
