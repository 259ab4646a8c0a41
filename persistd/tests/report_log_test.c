/* SPDX-License-Identifier: Apache-2.0 */
/* report_log_test.c: a report about lines has an end, whatever they hold. */

#include "serve/report.h"
#include "serve/report_log.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

#define SCRIPTS 100
#define LONG (5u << 20)

/* The error log has four bytes for each of these. */
static void fill(recent_t *recent, const char *path)
{
    char text[RECENT_TEXT_MAX];
    memset(text, 0xff, sizeof(text));
    const recent_line_t line = {.text = text, .len = sizeof(text), .id = ""};
    for (uint32_t i = 0; i < RECENT_SCRIPT_MAX / RECENT_TEXT_MAX; i++)
        recent_add(recent, path, 1, &line);
}

static size_t count(const char *report, size_t len, const char *name)
{
    size_t found = 0;
    for (const char *at = report; at < report + len; at += strlen(at) + 1)
        found += strncmp(at, name, strlen(name)) == 0;
    return found;
}

int main(void)
{
    static persistd_t pd;
    static slots_table_t table;
    const report_scope_t scope = {.uid = NULL};
    char path[32];
    size_t len;
    pd.table = &table;
    for (int i = 0; i < SCRIPTS; i++) {
        snprintf(path, sizeof(path), "/s/%d", i);
        fill(&pd.recent, path);
    }
    char *report = report_make(&pd, WIRE_STATUS_LOG, &scope, &len);
    is_int(count(report, len, "log="), SCRIPTS, "all scripts are named");
    is_int(count(report, len, "line=") > 0, 1, "with lines");
    is_int(len < LONG, 1, "up to a limit");
    free(report);
    return done_testing();
}
