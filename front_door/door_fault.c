/* SPDX-License-Identifier: Apache-2.0 */
/* door_fault.c: error responses. */

#include "door_fault.h"
#include "door_log.h"
#include "door_memory.h"
#include "door_stdout.h"

#include "wire_fault.h"

#include <string.h>

#define HEAD                                                                   \
    "Content-Type: text/plain; charset=utf-8\r\n"                              \
    "Cache-Control: no-store\r\n"                                              \
    "X-Content-Type-Options: nosniff\r\n"

static void answer(int status, const char *more, const char *body)
{
    const char *page =
        door_print("Status: %d\r\n" HEAD "%s\r\n%s\n", status, more, body);
    door_stdout_write(page, strlen(page));
}

void door_fault_answer(int fault, const char *detail, uint64_t retry_ms)
{
    const char *retry = "";
    door_log_fault(fault, detail);
    if (retry_ms > 0)
        retry = door_print("Retry-After: %lu\r\n",
                           (unsigned long)((retry_ms + 999) / 1000));
    answer(wire_fault_status(fault), retry, door_print("PERSIST%04d", fault));
}

void door_fault_refuse(const char *why)
{
    door_log("%s", why);
    answer(500, "", "The server's error log says what is wrong.");
}
