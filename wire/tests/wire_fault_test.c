/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of wire_fault.c: codes, statuses and texts. */

#include "wire_fault.h"

#include "tap.h"

#define LARGEST 9999

static int is_known(int fault)
{
    return strcmp(wire_fault_text(fault), "unknown fault") != 0;
}

static int count_known(void)
{
    int count = 0;
    for (int fault = 1; fault <= LARGEST; fault++)
        count += is_known(fault);
    return count;
}

static void test_statuses(void)
{
    static const struct {
        int fault, status;
    } rows[] = {
        {WIRE_FAULT_NOT_FOUND, 404},      {WIRE_FAULT_NOT_REGULAR, 403},
        {WIRE_FAULT_NO_EXECCGI, 403},     {WIRE_FAULT_NOT_EXECUTABLE, 403},
        {WIRE_FAULT_PATH_INFO, 404},      {WIRE_FAULT_SUEXEC, 500},
        {WIRE_FAULT_BODY_LIMIT, 413},     {WIRE_FAULT_VARIABLES_LIMIT, 431},
        {WIRE_FAULT_EXEC, 500},           {WIRE_FAULT_BOOT_EXIT, 500},
        {WIRE_FAULT_BOOT_TIMEOUT, 500},   {WIRE_FAULT_CRASH_LOOP, 500},
        {WIRE_FAULT_POOLS_FULL, 503},     {WIRE_FAULT_WORKERS_FULL, 503},
        {WIRE_FAULT_WORKER_VERSION, 500}, {WIRE_FAULT_DEFINITION, 500},
        {WIRE_FAULT_QUEUE_FULL, 503},     {WIRE_FAULT_QUEUE_TIMEOUT, 503},
        {WIRE_FAULT_QUEUE_TOTAL, 503},    {WIRE_FAULT_NO_PERSISTD, 503},
        {WIRE_FAULT_STOPPING, 503},       {WIRE_FAULT_STOPPED, 503},
        {WIRE_FAULT_WORKER_DIED, 502},    {WIRE_FAULT_PROTOCOL, 502},
        {WIRE_FAULT_BAD_HEADER, 502},     {WIRE_FAULT_CONTENT_LENGTH, 502},
        {WIRE_FAULT_DEADLINE, 504},       {WIRE_FAULT_SOFT_DEADLINE, 504},
        {WIRE_FAULT_SCRIPT_ABORTED, 502}, {WIRE_FAULT_MEMORY, 502},
        {WIRE_FAULT_WORKER_CONNECT, 502}, {WIRE_FAULT_FILE_SHORT, 502},
        {WIRE_FAULT_OUTPUT_FILTER, 502},  {WIRE_FAULT_RUNTIME_DIR, 500},
        {WIRE_FAULT_PATH_TOO_LONG, 500},  {WIRE_FAULT_ROOT, 500},
        {WIRE_FAULT_TABLE, 500},          {WIRE_FAULT_PERSISTD_EXEC, 500},
        {WIRE_FAULT_SIZES_FIXED, 500},    {WIRE_FAULT_DIRECTIVE, 500},
        {WIRE_FAULT_HANGS, 500},          {WIRE_FAULT_FILE_SYSTEM, 503},
        {WIRE_FAULT_SPOOL, 503},          {WIRE_FAULT_SCRIPT_FAILED, 500},
        {WIRE_FAULT_NO_APPLICATION, 500}, {WIRE_FAULT_NO_MOUNT, 500},
        {WIRE_FAULT_NO_WORKER, 503},      {WIRE_FAULT_ENTRY_REFUSED, 403},
        {WIRE_FAULT_BODY_WHOLE, 413},     {WIRE_FAULT_NO_LENGTH, 411},
    };
    int count = (int)(sizeof(rows) / sizeof(rows[0]));
    for (int i = 0; i < count; i++) {
        is_int(wire_fault_status(rows[i].fault), rows[i].status,
               wire_fault_text(rows[i].fault));
        ok(is_known(rows[i].fault), "the fault has a text");
    }
    is_int(count_known(), count, "there are no faults beside these");
}

/* Each text is one line, because it stands in the middle of a log line. */
static void test_lines(void)
{
    int good = 1;
    for (int fault = 0; fault <= LARGEST; fault++) {
        const char *text = wire_fault_text(fault);
        good &= text && *text && !strchr(text, '\n');
    }
    ok(good, "each text is one line that is not empty");
}

int main(void)
{
    test_statuses();
    test_lines();
    is_str(wire_fault_text(WIRE_FAULT_NONE), "no fault", "0 is no fault");
    is_str(wire_fault_text(-1), "unknown fault", "-1 is unknown");
    is_int(wire_fault_status(4999), 500, "an unknown fault is a 500");
    return done_testing();
}
