/* SPDX-License-Identifier: Apache-2.0 */
/* main.c: persist-cgi serves one request through a resident worker. */

#include "door_copy.h"
#include "door_definition.h"
#include "door_exchange.h"
#include "door_fault.h"
#include "door_lease.h"
#include "door_log.h"
#include "door_memory.h"
#include "door_plain.h"
#include "door_programs.h"
#include "door_script.h"
#include "door_variables.h"

#include "common_clock.h"
#include "persist_build.h"
#include "request/persist_retry.h"
#include "wire_fault.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int answer(door_call_t *call)
{
    door_copy_fault(call, call->fault, call->detail);
    door_fault_answer(call->fault, call->detail, call->retry_ms);
    return 0;
}

static int fail(door_call_t *call, int fault, const char *detail)
{
    call->fault = fault;
    call->detail = detail;
    return answer(call);
}

static void log_fault(door_call_t *call, int fault, const char *detail)
{
    door_copy_fault(call, fault, detail);
    door_log_fault(fault, detail);
}

/* Decides whether another worker may run the request, and pauses before. */
static int again(const door_call_t *call, int64_t since)
{
    const persist_retry_t retry = {
        .tries = call->tries,
        .since = common_now_us() - since,
        .method = door_variables_get("REQUEST_METHOD"),
        .delivered = call->delivered,
        .passed = call->started || call->informed,
        .pulled = call->body.pulled,
    };
    if ((call->fault != WIRE_FAULT_WORKER_DIED &&
         call->fault != WIRE_FAULT_WORKER_CONNECT) ||
        !persist_retry_safe(&retry))
        return 0;
    int ms = persist_retry_pause_ms(&retry);
    const struct timespec pause = {ms / 1000, (long)(ms % 1000) * 1000000};
    nanosleep(&pause, NULL);
    return 1;
}

/* What the worker sent before it failed is sent on: a response that has begun
 * cannot be taken back, and the server ends it as it is. */
static int conclude(door_call_t *call)
{
    if (call->gone)
        return 0;
    if (call->fault && call->backlog.passed == 0)
        return answer(call);
    if (call->fault)
        log_fault(call, call->fault, call->detail);
    int fault = door_backlog_deliver(&call->backlog);
    if (fault > 0)
        log_fault(call, fault, NULL);
    return call->fault || fault ? 1 : 0;
}

/* True if what is still to be done may wait for the client: to write a response
 * that is not sure to fit an empty pipe, or to discard a body. */
static int may_wait(const door_call_t *call)
{
    return call->body.length != 0 || call->backlog.passed > 0 ||
           door_backlog_length(&call->backlog) > PIPE_BUF;
}

/* From here on the request holds nothing that another one may need, and SIGTERM
 * ends it. */
static void let_go(door_call_t *call)
{
    door_session_leave(&call->session);
    signal(SIGTERM, SIG_DFL);
}

/* Of a chunked body the length is known when all of it has been read. */
static int make_variables(door_call_t *call)
{
    const door_body_t *body = &call->body;
    if (*door_variables_get("HTTP_TRANSFER_ENCODING") &&
        door_body_is_measured(body) && door_variables_measure(body->taken) != 0)
        return WIRE_FAULT_VARIABLES_LIMIT;
    return door_variables_make(environ, call->script,
                               door_settings_is_cgi(call->settings),
                               &call->variables);
}

static void set_patience(door_call_t *call)
{
    call->patience = common_now_us() + (int64_t)call->settings->queue_ms * 1000;
}

/* The worker's script reads CONTENT_LENGTH bytes, which are not known. Nothing
 * is held while the rest of the body comes. Returns 0, or -1 if the request is
 * over. */
static int measure(door_call_t *call)
{
    call->fate = PERSIST_FATE_IDLE;
    door_lease_settle(call);
    door_session_leave(&call->session);
    int fault = door_body_gather(&call->body, call->settings);
    call->gone = call->body.broken;
    if (!fault && !call->gone)
        fault = make_variables(call);
    call->fault = fault;
    call->detail = fault == WIRE_FAULT_SPOOL ? strerror(errno) : NULL;
    set_patience(call);
    return fault || call->gone ? -1 : 0;
}

static int lease(door_call_t *call)
{
    if (door_lease_take(call) != 0)
        return -1;
    if (!(call->lease.features & WIRE_FEATURE_LENGTH) ||
        door_body_is_measured(&call->body))
        return 0;
    return measure(call) == 0 ? door_lease_take(call) : -1;
}

static void run_until_served(door_call_t *call)
{
    int64_t since = 0;
    do {
        if (lease(call) != 0)
            return;
        door_exchange_run(call);
        door_lease_settle(call);
        since = since ? since : common_now_us();
    } while (again(call, since));
}

static int serve(door_call_t *call)
{
    run_until_served(call);
    if (may_wait(call))
        let_go(call);
    return conclude(call);
}

/* The server's own id of the request, if it has one, so that its lines and ours
 * can be matched. */
static wire_bytes_t request_id(void)
{
    const char *id = door_variables_get("UNIQUE_ID");
    if (!*id || strlen(id) > WIRE_REQUEST_ID_MAX)
        id = door_print("%" PRIx64 ".%ld", (uint64_t)common_wall_us(),
                        (long)getpid());
    return (wire_bytes_t){(const uint8_t *)id, strlen(id)};
}

/* What a filter of the server has decoded ends with standard input. */
static int doubt_length(door_body_t *body)
{
    int doubted = body->length > 0 ? door_variables_doubt_length() : 0;
    if (doubted > 0)
        door_body_expect(body, "", 1);
    return doubted;
}

/* The body is read here: up to now the script could have got it instead. */
static int prepare(door_call_t *call, const door_script_t *script)
{
    if (doubt_length(&call->body) < 0)
        return fail(call, WIRE_FAULT_VARIABLES_LIMIT, strerror(errno));
    if (door_definition_make(call->settings, script, &call->definition) != 0)
        return fail(call, WIRE_FAULT_DEFINITION,
                    "PersistEnv and the rest do not fit one message");
    call->id = request_id();
    int fault = door_body_begin(&call->body, call->settings);
    if (fault)
        return fail(call, fault,
                    fault == WIRE_FAULT_SPOOL ? strerror(errno) : NULL);
    if (call->body.broken)
        return 0; /* the client has left inside its body */
    call->script = script->path;
    fault = make_variables(call);
    if (fault)
        return fail(call, fault, NULL);
    set_patience(call);
    return serve(call);
}

static int run_plain(const door_place_t *place, const door_settings_t *settings,
                     const door_script_t *script, const char *why)
{
    door_log("%s runs as a plain CGI program: %s", script->path, why);
    door_plain_run(place, settings, script);
    door_fault_answer(WIRE_FAULT_EXEC, strerror(errno), 0);
    return 0;
}

static int run(door_call_t *call, const door_place_t *place,
               const door_settings_t *settings, const door_script_t *script)
{
    call->settings = settings;
    wire_reader_init(&call->reader);
    msgpack_sbuffer_init(&call->frame);
    door_backlog_init(&call->backlog, settings->buffer_response);
    const char *why = door_session_open(&call->session, settings);
    return why ? run_plain(place, settings, script, why)
               : prepare(call, script);
}

static int refuse(const char *why)
{
    door_fault_refuse(why);
    return 0;
}

static const char *find_script(const door_place_t *place,
                               door_settings_t *settings, door_script_t *script)
{
    const char *why = door_script_settings(place, settings);
    if (!why)
        why = door_programs_find(place, settings);
    return why ? why : door_script_find(place, settings, script);
}

static int answer_request(door_call_t *call)
{
    static door_place_t place;
    static door_settings_t settings;
    static door_script_t script;
    const char *why = door_place_find(&place);
    if (!why)
        why = find_script(&place, &settings, &script);
    if (why)
        return refuse(why);
    if (door_variables_mount(settings.mount) != 0)
        return refuse(strerror(errno));
    return run(call, &place, &settings, &script);
}

static int start_script(door_call_t *call, const char *path)
{
    static door_place_t place;
    static door_settings_t settings;
    static door_script_t script;
    const char *why = door_place_of(&place, path);
    if (!why)
        why = find_script(&place, &settings, &script);
    if (!why)
        why = door_session_open(&call->session, &settings);
    if (why) {
        door_log("%s", why);
        return 1;
    }
    if (door_definition_make(&settings, &script, &call->definition) == 0 &&
        door_lease_prepare(call) == 0)
        return 0;
    door_log_fault(call->fault ? call->fault : WIRE_FAULT_DEFINITION,
                   call->detail);
    return 1;
}

/* What its owner types. */
static int obey(door_call_t *call, int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--version") == 0)
        return puts("persist-cgi " PERSIST_VERSION) < 0;
    if (argc == 3 && strcmp(argv[1], "--start") == 0)
        return start_script(call, argv[2]);
    door_log("a web server starts it, for each request; its owner may type "
             "--version, or --start SCRIPT");
    return 2;
}

/* What the server has set for itself: SIGCHLD may be ignored, signals blocked,
 * and standard descriptors closed, which files of ours would take then. */
static int begin(void)
{
    sigset_t none;
    int fd;
    do
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd < 0)
        return -1;
    close(fd);
    signal(SIGCHLD, SIG_DFL);
    signal(SIGPIPE, SIG_IGN);
    sigemptyset(&none);
    return sigprocmask(SIG_SETMASK, &none, NULL);
}

/* A query without "=" becomes arguments (RFC 3875, 4.4), so those of a request
 * are ignored. */
int main(int argc, char **argv)
{
    static door_call_t call;
    if (begin() != 0)
        return 1;
    if (!getenv("REQUEST_METHOD"))
        return obey(&call, argc, argv);
    door_body_expect(&call.body, door_variables_get("CONTENT_LENGTH"),
                     *door_variables_get("HTTP_TRANSFER_ENCODING") != '\0');
    int status = answer_request(&call);
    door_body_discard(&call.body);
    return status;
}
