/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_fault.c: answers in the place of a program that has failed. */

#include "cgi_fault.h"
#include "common_program_log.h"

#include <string.h>

void cgi_fault_answer(cgi_exchange_t *exchange, unsigned status,
                      const char *text, unsigned flags)
{
    const cgi_buffer_t *held = &exchange->held;
    int is_logged =
        persist_request_variable(exchange->request, COMMON_PROGRAM_LOG) != NULL;
    size_t size = is_logged ? held->size : strlen(text);
    if (is_logged && size > COMMON_PROGRAM_LOG_MAX)
        size = COMMON_PROGRAM_LOG_MAX;
    persist_request_respond(
        exchange->request, status, PERSIST_BLOCK("Content-Type\0text/plain"),
        is_logged ? held->bytes : text, size, PERSIST_FAULT | flags);
}
