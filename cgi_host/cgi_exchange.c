/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_exchange.c: begins an exchange, and ends it. */

#include "cgi_exchange.h"

#include "cgi_command.h"
#include "cgi_ends.h"
#include "cgi_environment.h"
#include "cgi_errors.h"
#include "cgi_fault.h"
#include "cgi_habit.h"
#include "cgi_input.h"
#include "cgi_output.h"
#include "cgi_servers.h"
#include "cgi_start.h"
#include "cgi_stop.h"
#include "cgi_words.h"
#include "common_clock.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static cgi_habit_t habit; /* of the program that this process hosts */

static int start(cgi_exchange_t *exchange)
{
    const persist_request_t *request = exchange->request;
    char **words = cgi_words(persist_request_variable(request, "QUERY_STRING"));
    char **environment = cgi_environment(request);
    int input = exchange->body.size > 0 ? 1 : cgi_input_look(exchange);
    char directory[PATH_MAX];
    cgi_command_directory(exchange->script, directory, sizeof(directory));
    const cgi_launch_t launch = {
        exchange->command, directory, words,
        environment,       input > 0, input > 0 || !exchange->listen_at};
    int started = -1;
    if (words && environment && input >= 0)
        started = cgi_start(&exchange->program, &launch);
    int error = errno;
    free(words);
    free(environment);
    errno = error;
    return started;
}

/* With hundreds of programs, a look at each of them after each event would cost
 * more than the events. */
static void look(cgi_exchange_t *exchange)
{
    if (!exchange->is_begun || exchange->ends == cgi_ends_count())
        return;
    exchange->ends = cgi_ends_count();
    cgi_program_look(&exchange->program);
}

/* What is not there yet is watched from now on. */
static void listen_to(cgi_exchange_t *exchange)
{
    exchange->listen_at = 0;
    cgi_output_move(exchange);
    cgi_errors_move(exchange);
}

static void listen_if_due(cgi_exchange_t *exchange, int64_t now)
{
    int has_ended = exchange->program.is_ended;
    if (!exchange->is_begun || !exchange->listen_at ||
        (!has_ended && now < exchange->listen_at))
        return;
    cgi_habit_note(&habit, has_ended);
    listen_to(exchange);
}

static const char *reason(int error)
{
    if (error == ENOEXEC)
        return "it is no program, and has no #! line at its start";
    if (error == EIO)
        return "its fork server does not answer";
    return strerror(error);
}

/* 503 where the machine has no room for a further process. */
static void refuse(cgi_exchange_t *exchange, int error)
{
    int is_full = error == EAGAIN || error == ENOMEM || error == EMFILE ||
                  error == ENFILE;
    cgi_errors_say(exchange, "%s cannot be run: %s", exchange->command[0],
                   reason(error));
    cgi_fault_answer(exchange, is_full ? 503 : 500,
                     "The program could not be started.\n", 0);
    persist_request_close(exchange->request);
    exchange->request = NULL;
}

static int64_t listen_time(void)
{
    int64_t wait = cgi_habit_wait(&habit);
    return wait ? common_now_us() + wait : 0;
}

static cgi_exchange_t *make(int epoll, persist_request_t *request,
                            char *const *command)
{
    cgi_exchange_t *exchange = calloc(1, sizeof(*exchange));
    if (!exchange)
        return NULL;
    exchange->epoll = epoll;
    exchange->request = request;
    exchange->command = command;
    exchange->program = CGI_PROGRAM_NONE;
    exchange->input = (cgi_source_t){cgi_input_move, exchange, 0};
    exchange->output = (cgi_source_t){cgi_output_move, exchange, 0};
    exchange->errors = (cgi_source_t){cgi_errors_move, exchange, 0};
    exchange->listen_at = listen_time();
    exchange->script = cgi_command_script(command);
    exchange->is_nph =
        strncmp(cgi_command_name(exchange->script), "nph-", 4) == 0;
    return exchange;
}

cgi_exchange_t *cgi_exchange_begin(int epoll, persist_request_t *request,
                                   char *const *command)
{
    cgi_exchange_t *exchange = make(epoll, request, command);
    if (!exchange) {
        persist_request_close(request);
        return NULL;
    }
    if (start(exchange) != 0) {
        refuse(exchange, errno);
        cgi_exchange_free(exchange);
        return NULL;
    }
    persist_request_set_context(request, exchange);
    return exchange;
}

static void go_on(cgi_exchange_t *exchange)
{
    exchange->is_begun = 1;
    exchange->ends = cgi_ends_count() - 1; /* it may have ended already */
    if (!exchange->listen_at)
        listen_to(exchange);
    cgi_input_move(exchange);
    cgi_exchange_news(exchange, exchange->news);
}

/* Nothing of the request has begun. */
static void start_again(cgi_exchange_t *exchange)
{
    cgi_start_undo(&exchange->program);
    if (start(exchange) != 0)
        refuse(exchange, errno);
}

/* Returns 1 if a fork server was asked: it may have ended by that, and is to be
 * looked after. */
static int look_for_process(cgi_exchange_t *exchange)
{
    switch (exchange->program.state) {
    case CGI_PROGRAM_AWAITED:
        break;
    case CGI_PROGRAM_BEGUN:
        go_on(exchange);
        break;
    case CGI_PROGRAM_FAILED:
        cgi_start_undo(&exchange->program);
        refuse(exchange, exchange->program.error);
        break;
    case CGI_PROGRAM_LOST:
        start_again(exchange);
        return 1;
    }
    return 0;
}

void cgi_exchange_news(cgi_exchange_t *exchange, unsigned news)
{
    if (!exchange->is_begun) {
        exchange->news |= news;
        if (news & (PERSIST_LATE | PERSIST_GONE))
            cgi_servers_press();
        return;
    }
    if (news & PERSIST_INPUT)
        cgi_input_move(exchange);
    if (news & PERSIST_SENT) {
        cgi_output_move(exchange);
        cgi_errors_move(exchange);
    }
    if (news & PERSIST_LATE)
        cgi_program_signal_group(&exchange->program, SIGTERM);
    if ((news & PERSIST_GONE) && exchange->answer != CGI_ANSWER_DONE) {
        cgi_output_close(exchange);
        cgi_stop_now(exchange);
    }
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a && a < b ? a : b;
}

/* A process that has ended is not to be told so, but others of its group may.
 */
static int64_t due(const cgi_exchange_t *exchange)
{
    int needs_stop =
        !exchange->program.is_ended || cgi_stop_is_under_way(exchange);
    int64_t listen = exchange->is_begun ? exchange->listen_at : 0;
    int64_t first = sooner(needs_stop ? exchange->stop_at : 0, INT64_MAX);
    return sooner(listen, sooner(exchange->send_at, first));
}

int64_t cgi_exchange_tick(cgi_exchange_t *exchange, int64_t now)
{
    int again = 0;
    if (!exchange->is_begun && exchange->request)
        again = look_for_process(exchange);
    look(exchange);
    listen_if_due(exchange, now);
    if (exchange->request && exchange->answer != CGI_ANSWER_DONE)
        cgi_output_tick(exchange, now);
    cgi_stop_tick(exchange, now);
    return again ? now : due(exchange);
}

static void reap(cgi_exchange_t *exchange)
{
    exchange->stop_at = 0;
    cgi_program_reap(&exchange->program);
}

static void give_back(cgi_exchange_t *exchange)
{
    cgi_input_close(exchange); /* which reads the request's body */
    persist_request_close(exchange->request);
    exchange->request = NULL;
}

int cgi_exchange_is_over(cgi_exchange_t *exchange)
{
    int answered = exchange->answer == CGI_ANSWER_DONE;
    int ended = exchange->program.is_ended;
    if (exchange->request && answered && (ended || exchange->stop))
        cgi_errors_flush(exchange);
    if (answered && ended && exchange->program.pid &&
        !cgi_stop_is_under_way(exchange))
        reap(exchange);
    if (exchange->request && answered && (ended || exchange->stop))
        give_back(exchange);
    return !exchange->request && !exchange->program.pid &&
           exchange->program.errors < 0;
}

int cgi_exchange_lingers(const cgi_exchange_t *exchange)
{
    return !exchange->request && exchange->program.pid != 0;
}

int cgi_exchange_hears(const cgi_exchange_t *exchange)
{
    return !exchange->request && !exchange->program.pid;
}

void cgi_exchange_free(cgi_exchange_t *exchange)
{
    cgi_source_close(exchange->epoll, &exchange->program.errors,
                     &exchange->errors);
    cgi_buffer_free(&exchange->body);
    cgi_buffer_free(&exchange->held);
    cgi_buffer_free(&exchange->line);
    free(exchange->head.block);
    free(exchange);
}
