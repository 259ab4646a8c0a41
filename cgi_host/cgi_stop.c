/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_stop.c: two signals and their times. */

#include "cgi_stop.h"

#include "common_clock.h"

#include <signal.h>

/* A process that has closed its stdout is usually about to end. */
#define LEAVE_US ((int64_t)100 * 1000)
#define KILL_US ((int64_t)3000 * 1000) /* from SIGTERM on, as httpd has it */

static void signal_program(const cgi_exchange_t *exchange, int number)
{
    if (exchange->stops_group)
        cgi_program_signal_group(&exchange->program, number);
    else
        cgi_program_signal(&exchange->program, number);
}

void cgi_stop_later(cgi_exchange_t *exchange)
{
    if (exchange->stop == CGI_STOP_NONE && !exchange->stop_at)
        exchange->stop_at = common_now_us() + LEAVE_US;
}

void cgi_stop_now(cgi_exchange_t *exchange)
{
    exchange->stops_group = 1;
    if (exchange->stop != CGI_STOP_NONE)
        return;
    exchange->stop_at = common_now_us();
    cgi_stop_tick(exchange, exchange->stop_at);
}

void cgi_stop_kill(cgi_exchange_t *exchange)
{
    signal_program(exchange, SIGKILL);
    exchange->stop = CGI_STOP_KILL;
    exchange->stop_at = 0;
}

int cgi_stop_is_under_way(const cgi_exchange_t *exchange)
{
    return exchange->stops_group && exchange->stop == CGI_STOP_TERM;
}

void cgi_stop_tick(cgi_exchange_t *exchange, int64_t now)
{
    if (!exchange->stop_at || now < exchange->stop_at)
        return;
    if (exchange->stop == CGI_STOP_NONE) {
        signal_program(exchange, SIGTERM);
        exchange->stop = CGI_STOP_TERM;
        exchange->stop_at = now + KILL_US;
    } else {
        cgi_stop_kill(exchange);
    }
}
