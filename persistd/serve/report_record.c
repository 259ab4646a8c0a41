/* SPDX-License-Identifier: Apache-2.0 */
/* report_record.c: writes fields, each with a NUL after it. */

#include "serve/report_record.h"

#include <inttypes.h>

void report_record_text(FILE *out, const char *name, const char *value)
{
    fprintf(out, "%s=%s", name, value);
    fputc('\0', out);
}

void report_record_number(FILE *out, const char *name, int64_t value)
{
    fprintf(out, "%s=%" PRId64, name, value);
    fputc('\0', out);
}

void report_record_end(FILE *out)
{
    fputc('\0', out);
}
