/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_fields.c: checks that persistctl reads no byte beyond a report in
 * fields, whatever that holds, and prints no control character but newlines. */

#include "ctl_fields.h"
#include "ctl_print.h"
#include "ctl_rates.h"
#include "ctl_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static msgpack_sbuffer sealed(const uint8_t *data, size_t size)
{
    msgpack_sbuffer report;
    msgpack_sbuffer_init(&report);
    if ((size > 0 &&
         msgpack_sbuffer_write(&report, (const char *)data, size) != 0) ||
        ctl_fields_seal(&report) != 0)
        abort();
    /* of exactly its size, so that ASan sees a read too far */
    report.data = realloc(report.data, report.size);
    report.alloc = report.size;
    return report;
}

/* Each record begins after the one before, within the report. */
static void check_records(const msgpack_sbuffer *report)
{
    const char *behind = report->data;
    ctl_record_t record = NULL;
    while ((record = ctl_fields_next(report, record)) != NULL) {
        if (record < behind || record >= report->data + report->size)
            abort();
        behind = record + 1;
        ctl_fields_number(record, "pid");
    }
}

static void check_printed(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (text[i] != '\n' &&
            ((unsigned char)text[i] < 0x20 || text[i] == 127))
            abort();
}

static void show(const ctl_rates_t *rates, FILE *out)
{
    static const char *const heads[] = {"state", "workers", "script"};
    const ctl_style_t style = {.columns = 1, .width = 40};
    ctl_table_t table = {.heads = heads, .columns = 3};
    for (size_t i = 0; i < rates->count; i++) {
        ctl_table_add(&table, "%s", rates->pools[i].state);
        ctl_table_add(&table, "%lld", (long long)rates->pools[i].workers);
        ctl_table_add(&table, "%s", rates->pools[i].script);
    }
    ctl_table_show(&table, out, &style);
    ctl_table_clear(&table);
}

static void check_rates(const msgpack_sbuffer *report)
{
    ctl_rates_t first = {.at = 1000000}, second = {.at = 2000000};
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    if (!out || ctl_rates_add(&first, report) != 0 ||
        ctl_rates_add(&second, report) != 0)
        abort();
    ctl_rates_settle(&second, &first);
    show(&second, out);
    fclose(out);
    check_printed(text, len);
    free(text);
    ctl_rates_clear(&first);
    ctl_rates_clear(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    msgpack_sbuffer report = sealed(data, size);
    check_records(&report);
    check_rates(&report);
    msgpack_sbuffer_destroy(&report);
    return 0;
}
