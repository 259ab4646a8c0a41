/* SPDX-License-Identifier: Apache-2.0 */
/* report.c: one function for each format. */

#include "serve/report.h"

#include "base/heap.h"
#include "serve/report_fields.h"
#include "serve/report_json.h"
#include "serve/report_log.h"
#include "serve/report_metrics.h"
#include "serve/report_text.h"
#include "serve/report_words.h"

#include <stdio.h>
#include <stdlib.h>

static void (*const forms[])(FILE *, persistd_t *, const report_scope_t *) = {
    [WIRE_STATUS_TEXT] = report_text,
    [WIRE_STATUS_JSON] = report_json,
    [WIRE_STATUS_FIELDS] = report_fields,
    [WIRE_STATUS_METRICS] = report_metrics,
    [WIRE_STATUS_WORDS] = report_words,
    [WIRE_STATUS_LOG] = report_log,
};

char *report_make(persistd_t *pd, int format, const report_scope_t *scope,
                  size_t *len)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, len);
    if (out)
        forms[format](out, pd, scope);
    if (out && fclose(out) == 0)
        return text;
    free(text);
    *len = 0;
    return heap_text("", 0);
}
