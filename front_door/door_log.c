/* SPDX-License-Identifier: Apache-2.0 */
/* door_log.c: each line is one write(), so that lines of processes that run at
 * the same time do not mix. */

#include "door_log.h"
#include "wire_fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LINE_MAX_BYTES 4096u
#define PREFIX "persist-cgi: "

static void put(const char *line, size_t len)
{
    if (write(STDERR_FILENO, line, len) < 0)
        return; /* there is no other place to tell it */
}

/* Takes what snprintf() has returned; longer lines are cut. */
static void put_line(char line[LINE_MAX_BYTES], int len)
{
    size_t end = len < (int)LINE_MAX_BYTES - 1 ? (size_t)len
                                               : (size_t)LINE_MAX_BYTES - 1;
    for (size_t i = 0; i < end; i++)
        if ((unsigned char)line[i] < 0x20 && line[i] != '\t')
            line[i] = '?';
    line[end] = '\n';
    put(line, end + 1);
}

void door_log(const char *format, ...)
{
    char line[LINE_MAX_BYTES] = PREFIX;
    const size_t prefix = sizeof(PREFIX) - 1;
    va_list arguments;
    va_start(arguments, format);
    int len =
        vsnprintf(line + prefix, sizeof(line) - prefix, format, arguments);
    va_end(arguments);
    if (len >= 0)
        put_line(line, (int)prefix + len);
}

void door_log_fault(int fault, const char *detail)
{
    const char *more = detail ? detail : "";
    door_log("PERSIST%04d: %s%s%.*s", fault, wire_fault_text(fault),
             *more ? ": " : "", (int)strcspn(more, "\n"), more);
}

void door_log_text(wire_bytes_t text)
{
    char line[LINE_MAX_BYTES];
    while (text.len > 0) {
        const uint8_t *newline = memchr(text.data, '\n', text.len);
        size_t len = newline ? (size_t)(newline - text.data) : text.len;
        size_t taken = len < sizeof(line) - 1 ? len : sizeof(line) - 1;
        memcpy(line, text.data, taken);
        put_line(line, (int)taken);
        taken += newline && taken == len;
        text = (wire_bytes_t){text.data + taken, text.len - taken};
    }
}
