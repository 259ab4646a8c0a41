/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_fields_test.c: reads good and hostile reports in fields. */

#include "ctl_fields.h"
#include "tap.h"

#include <string.h>

static msgpack_sbuffer report;

static void fill(const char *bytes, size_t len)
{
    report.size = 0;
    msgpack_sbuffer_write(&report, bytes, len);
    if (ctl_fields_seal(&report) != 0)
        bail_out("no memory");
}

#define FILL(text) fill(text, sizeof(text) - 1)

static int count(void)
{
    int records = 0;
    ctl_record_t record = NULL;
    while ((record = ctl_fields_next(&report, record)) != NULL)
        records++;
    return records;
}

int main(void)
{
    msgpack_sbuffer_init(&report);
    FILL("pool=/a=b\0max=3\0\0worker=12\0\0");
    is_int(count(), 2, "there are as many records as have an end");
    ctl_record_t pool = ctl_fields_next(&report, NULL);
    is_str(ctl_fields_text(pool, "pool"), "/a=b", "a value may hold anything");
    is_int((int)ctl_fields_number(pool, "max"), 3, "a number is one");
    ok(!ctl_fields_text(pool, "worker"), "a field of another record is none");
    ok(!ctl_fields_text(pool, "po"), "nor is a part of a name");
    is_int((int)ctl_fields_number(pool, "ma"), 0, "what is not there is 0");
    ctl_record_t worker = ctl_fields_next(&report, pool);
    is_int((int)ctl_fields_number(worker, "worker"), 12,
           "the next one follows");
    FILL("");
    is_int(count(), 0, "an empty report has no record");
    FILL("pool=/cut");
    is_int(count(), 1, "one that is cut off ends with its bytes");
    is_str(ctl_fields_text(ctl_fields_next(&report, NULL), "pool"), "/cut",
           "and not later");
    FILL("\0\0\0");
    is_int(count(), 3, "empty records have no fields");
    ok(!ctl_fields_text(ctl_fields_next(&report, NULL), "pool"), "none at all");
    FILL("no field\0\0");
    is_int((int)ctl_fields_number(ctl_fields_next(&report, NULL), "no"), 0,
           "what has no = is passed by");
    msgpack_sbuffer_destroy(&report);
    return done_testing();
}
