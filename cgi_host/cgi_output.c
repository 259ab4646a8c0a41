/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_output.c: reads, finds the head, and answers: as a whole when the output
 * ends soon, else piece by piece. */

#include "cgi_output.h"

#include "cgi_errors.h"
#include "cgi_fault.h"
#include "cgi_stop.h"
#include "common_clock.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#define PIECE 65536 /* persist_request_write_some() takes all of it */
#define HEAD_MAX (256u << 10)
#define HELD_MAX 32768u
#define TEXT(number) LITERALLY(number)
#define LITERALLY(number) #number
#define HOLD_US 2000 /* a program that has written all ends within that */

static char scratch[PIECE];

void cgi_output_close(cgi_exchange_t *exchange)
{
    exchange->send_at = 0;
    exchange->answer = CGI_ANSWER_DONE;
    cgi_source_close(exchange->epoll, &exchange->program.output,
                     &exchange->output);
    cgi_buffer_free(&exchange->held);
}

/* The client has gone, or the answer can't be given. */
static void give_up(cgi_exchange_t *exchange)
{
    if (exchange->answer == CGI_ANSWER_STREAM)
        persist_request_abort(exchange->request, PERSIST_AFTER);
    cgi_output_close(exchange);
    cgi_stop_now(exchange);
}

static void answer_for(cgi_exchange_t *exchange, unsigned status)
{
    cgi_fault_answer(exchange, status,
                     "The program has given no proper answer.\n",
                     PERSIST_AFTER);
    cgi_output_close(exchange);
}

/* A program without a usable head gets 500. */
static void fail(cgi_exchange_t *exchange, const char *why)
{
    cgi_errors_flush(exchange);
    cgi_errors_say(exchange, "%s: %s", exchange->script, why);
    answer_for(exchange, 500);
    cgi_stop_later(exchange);
}

void cgi_output_end(cgi_exchange_t *exchange, unsigned status)
{
    if (exchange->answer == CGI_ANSWER_STREAM) {
        persist_request_abort(exchange->request, PERSIST_AFTER);
        cgi_output_close(exchange);
    } else if (exchange->answer != CGI_ANSWER_DONE) {
        answer_for(exchange, status);
    }
}

/* The response can't go on as its program has framed it. */
static void misframed(cgi_exchange_t *exchange)
{
    static const char why[] = "the chunks of its body are wrong or cut";
    if (exchange->answer != CGI_ANSWER_STREAM)
        return fail(exchange, why);
    cgi_errors_say(exchange, "%s: %s", exchange->script, why);
    give_up(exchange);
}

/* Leaves the body of n bytes of output. Returns 0 if they are wrong. */
static int unframe(cgi_exchange_t *exchange, char *bytes, size_t *n)
{
    if (!exchange->head.is_chunked)
        return 1;
    long kept = cgi_chunks_take(&exchange->chunks, bytes, *n);
    if (kept >= 0)
        *n = (size_t)kept;
    return kept >= 0;
}

static int flags_of(const cgi_exchange_t *exchange)
{
    return exchange->is_nph ? 0 : PERSIST_CGI;
}

static void refused(cgi_exchange_t *exchange)
{
    if (errno == E2BIG)
        fail(exchange, "its header has more lines than the " TEXT(
                           PERSIST_HEADERS_MAX) " that a response may have");
    else if (errno == EINVAL)
        fail(exchange, "a name or a value in its header is not allowed");
    else
        give_up(exchange);
}

static void start(cgi_exchange_t *exchange)
{
    const cgi_head_t *head = &exchange->head;
    if (persist_request_start(exchange->request, head->status, head->block,
                              head->length, (unsigned)flags_of(exchange)) != 0)
        return refused(exchange);
    exchange->answer = CGI_ANSWER_STREAM;
}

/* At most PIECE bytes, while nothing is kept: the library takes all. */
static void send_piece(cgi_exchange_t *exchange, const char *bytes, size_t n)
{
    if (persist_request_write_some(exchange->request, bytes, n) != (long)n)
        give_up(exchange);
}

/* Sends what is held back, as far as the library takes it. */
static void drain(cgi_exchange_t *exchange)
{
    cgi_buffer_t *held = &exchange->held;
    while (exchange->answer == CGI_ANSWER_STREAM && held->size > 0 &&
           persist_request_unsent(exchange->request) == 0) {
        size_t n = held->size < PIECE ? held->size : PIECE;
        send_piece(exchange, held->bytes, n);
        if (exchange->answer == CGI_ANSWER_STREAM)
            cgi_buffer_drop(held, n);
    }
}

/* The library holds the head back until something follows it. Nothing may for
 * long: a stream of events, or a redirect of a program that works on. */
static void send_held(cgi_exchange_t *exchange)
{
    exchange->send_at = 0;
    start(exchange);
    drain(exchange);
    if (exchange->answer == CGI_ANSWER_STREAM &&
        persist_request_flush(exchange->request) != 0)
        give_up(exchange);
}

static void find_head(cgi_exchange_t *exchange)
{
    const char *why = NULL;
    cgi_buffer_t *held = &exchange->held;
    int found = cgi_head_read(held->bytes, held->size, exchange->is_nph,
                              &exchange->head, &why);
    if (found == CGI_HEAD_PART && held->size > HEAD_MAX)
        return fail(exchange, "its header does not end within 256 KiB");
    if (found == CGI_HEAD_WRONG)
        return fail(exchange, why);
    if (found == CGI_HEAD_PART)
        return;
    cgi_buffer_drop(held, exchange->head.size);
    if (!unframe(exchange, held->bytes, &held->size))
        return misframed(exchange);
    exchange->answer = CGI_ANSWER_HELD;
}

static void take(cgi_exchange_t *exchange, char *bytes, size_t n)
{
    if (exchange->answer != CGI_ANSWER_HEAD && !unframe(exchange, bytes, &n))
        return misframed(exchange);
    if (n == 0)
        return;
    if (exchange->answer == CGI_ANSWER_STREAM)
        return send_piece(exchange, bytes, n);
    if (cgi_buffer_add(&exchange->held, bytes, n) != 0)
        return fail(exchange, "there is no memory for its output");
    if (exchange->answer == CGI_ANSWER_HEAD)
        find_head(exchange);
    if (exchange->answer == CGI_ANSWER_HELD && exchange->held.size > HELD_MAX)
        send_held(exchange);
}

/* The program may work on: the client need not wait for that. */
static void answer_all(cgi_exchange_t *exchange)
{
    cgi_errors_flush(exchange);
    const cgi_head_t *head = &exchange->head;
    unsigned after = cgi_program_look(&exchange->program) ? 0 : PERSIST_AFTER;
    unsigned flags = (unsigned)flags_of(exchange) | after;
    int done = exchange->answer == CGI_ANSWER_STREAM
                   ? persist_request_finish(exchange->request, after)
                   : persist_request_respond(exchange->request, head->status,
                                             head->block, head->length,
                                             exchange->held.bytes,
                                             exchange->held.size, flags);
    if (done != 0)
        return refused(exchange);
    cgi_output_close(exchange);
    cgi_stop_later(exchange);
}

/* Responses without a body (RFC 9110, 6.4.1). */
static int has_no_body(const cgi_exchange_t *exchange)
{
    unsigned status = exchange->head.status;
    const char *method =
        persist_request_variable(exchange->request, "REQUEST_METHOD");
    return status == 204 || status == 304 ||
           (method && strcmp(method, "HEAD") == 0);
}

static int is_cut(const cgi_exchange_t *exchange)
{
    const cgi_chunks_t *chunks = &exchange->chunks;
    if (!exchange->head.is_chunked || cgi_chunks_ended(chunks))
        return 0;
    return cgi_chunks_begun(chunks) || !has_no_body(exchange);
}

/* All output has come. */
static void conclude(cgi_exchange_t *exchange)
{
    if (exchange->answer == CGI_ANSWER_HEAD)
        fail(exchange, "it has ended before its header was complete");
    else if (is_cut(exchange))
        misframed(exchange);
    else
        answer_all(exchange);
}

/* Waits a moment for the end of the process, too: then the client and the
 * unit are told by one message, and the log how it died. */
static void end(cgi_exchange_t *exchange)
{
    cgi_source_close(exchange->epoll, &exchange->program.output,
                     &exchange->output);
    if (cgi_program_look(&exchange->program))
        conclude(exchange);
    else
        exchange->send_at = common_now_us() + HOLD_US;
}

static void wait_for_more(cgi_exchange_t *exchange)
{
    if (exchange->answer == CGI_ANSWER_HELD && !exchange->send_at)
        exchange->send_at = common_now_us() + HOLD_US;
    if (cgi_source_want(exchange->epoll, exchange->program.output,
                        &exchange->output, EPOLLIN) != 0)
        give_up(exchange);
}

/* While the library keeps something, nothing is read: PERSIST_SENT goes on. */
static int is_blocked(cgi_exchange_t *exchange)
{
    drain(exchange);
    return exchange->answer == CGI_ANSWER_STREAM &&
           (exchange->held.size > 0 ||
            persist_request_unsent(exchange->request) > 0);
}

void cgi_output_move(void *context)
{
    cgi_exchange_t *exchange = context;
    for (;;) {
        int blocked = is_blocked(exchange);
        if (exchange->program.output < 0)
            return;
        if (blocked) {
            cgi_source_want(exchange->epoll, exchange->program.output,
                            &exchange->output, 0);
            return;
        }
        ssize_t n = read(exchange->program.output, scratch, PIECE);
        if (n < 0 && errno == EAGAIN)
            return wait_for_more(exchange);
        if (n <= 0)
            return end(exchange);
        take(exchange, scratch, (size_t)n);
    }
}

void cgi_output_tick(cgi_exchange_t *exchange, int64_t now)
{
    int due = exchange->send_at && now >= exchange->send_at;
    if (exchange->program.output >= 0 && due)
        send_held(exchange);
    else if (exchange->program.output < 0 &&
             (due || exchange->program.is_ended))
        conclude(exchange);
}
