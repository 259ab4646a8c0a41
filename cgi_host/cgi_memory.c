/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_memory.c: the end of a program that uses too much memory. */

#include "cgi_memory.h"

#include "cgi_errors.h"
#include "cgi_family.h"
#include "cgi_output.h"
#include "cgi_stop.h"

#include <signal.h>

static int runs(cgi_exchange_t *exchange)
{
    return exchange->program.pid && exchange->stop != CGI_STOP_KILL &&
           !cgi_program_look(&exchange->program);
}

/* The process and its group: it may have gone to another group. */
static void kill_all(cgi_exchange_t *exchange)
{
    cgi_program_signal(&exchange->program, SIGKILL);
    exchange->stops_group = 1;
    cgi_stop_kill(exchange);
}

void cgi_memory_check(cgi_exchange_t *exchange, uint64_t most)
{
    if (!runs(exchange))
        return;
    uint64_t bytes = cgi_family_largest(exchange->program.pid);
    if (bytes < most)
        return;
    kill_all(exchange);
    cgi_errors_flush(exchange);
    cgi_errors_say(exchange,
                   "PERSIST4011: %s: pid %ld is killed: it uses %llu KiB in "
                   "one process, above PersistMemoryLimit (%llu KiB)",
                   exchange->script, (long)exchange->program.pid,
                   (unsigned long long)bytes >> 10,
                   (unsigned long long)most >> 10);
    cgi_output_end(exchange, 502);
}
