/* SPDX-License-Identifier: Apache-2.0 */
/* reason.c: what happened, then the line of the output that names the error. */

#include "pool/reason.h"

#include "base/headline.h"
#include "base/heap.h"
#include "os/reap.h"
#include "worker/boot.h"

#include "wire_fault.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* A headline of two lines becomes one. */
static char *title_of(headline_t line)
{
    char *title = heap_text(line.text, line.len);
    for (char *at = title; (at = strpbrk(at, "\r\n")); at++)
        *at = ' ';
    return title;
}

char *reason_join(const char *what, const char *words)
{
    headline_t line = headline_find(words, strlen(words));
    char *title = title_of(line);
    int has_more = strlen(words) > line.len;
    char *text = heap_print("%s%s%s%s%s", what, line.len > 0 ? ": " : "", title,
                            has_more ? "\n" : "", has_more ? words : "");
    free(title);
    return text;
}

static int ended_by_itself(const worker_end_t *end)
{
    return end->status != REAP_UNKNOWN && WIFEXITED(end->status);
}

/* The end of a worker may be seen late (watch_posix.c). If persistd has killed
 * it meanwhile for its silence, its own status explains the silence. What a
 * worker has done wrong counts however it ended. */
static int is_explained(const worker_end_t *end)
{
    return (end->fault == WIRE_FAULT_BOOT_EXIT ||
            end->fault == WIRE_FAULT_BOOT_TIMEOUT) &&
           ended_by_itself(end);
}

/* With these two the reason has already been printed: by persist-exec and
 * persist-app, and by a runner. */
int reason_fault(const worker_end_t *end)
{
    if (end->fault && !is_explained(end))
        return end->fault;
    switch (ended_by_itself(end) ? WEXITSTATUS(end->status) : 0) {
    case BOOT_EXEC_STATUS:
        return WIRE_FAULT_EXEC;
    case BOOT_NO_APPLICATION_STATUS:
        return WIRE_FAULT_NO_APPLICATION;
    default:
        return WIRE_FAULT_BOOT_EXIT;
    }
}

static char *what_we_did(const worker_end_t *end)
{
    char *what = heap_print("%s%s%s", end->what, end->offence ? ": " : "",
                            end->offence ? end->offence : "");
    char *text = reason_join(what, end->words);
    free(what);
    return text;
}

/* The program has run to its end, which a worker never does unasked. Its output
 * is then no error, but quite often the response of a CGI script. Returns NULL
 * if this is not the case. */
static const char *advice(const worker_end_t *end)
{
    if (end->cloned || !ended_by_itself(end))
        return NULL;
    if (headline_is_cgi(end->words))
        return "it printed a CGI response, but never asked for a request: set "
               "PersistMode cgi, or call each_cgi: docs/sdks.md#old-cgi-code";
    if (WEXITSTATUS(end->status) != 0)
        return NULL;
    return end->is_app
               ? "it never asked for a request: an application must not end, "
                 "nor start another interpreter in its own place, which "
                 "PersistInterpreter names; a program of its own calls "
                 "each_request: docs/errors.md#persist2002"
               : "it never asked for a request: call each_request, or each_cgi "
                 "for CGI code; for an application of Flask or its like, set "
                 "PersistApp: docs/sdks.md#the-loop";
}

/* A program that fails for want of permission rarely says whose. */
static int is_denied(const char *words)
{
    headline_t line = headline_find(words, strlen(words));
    return memmem(line.text, line.len, "ermission denied", 16) ||
           memmem(line.text, line.len, "EACCES", 6);
}

static char *what_it_did(const worker_end_t *end, const char *how,
                         const char *user)
{
    const char *hint = advice(end);
    const char *words = end->words;
    if (hint && WEXITSTATUS(end->status) == 0)
        return heap_print("%s: %s%s%s", how, hint, *words ? "\n" : "", words);
    int denied = user && is_denied(words);
    char *what =
        heap_print("%s%s%s%s%s", how, denied ? " as user " : "",
                   denied ? user : "", hint ? ": " : "", hint ? hint : "");
    char *text = reason_join(what, words);
    free(what);
    return text;
}

char *reason_of_end(const worker_end_t *end, uint32_t killed, const char *user)
{
    char how[REAP_TEXT_SIZE];
    if (end->what && !is_explained(end))
        return what_we_did(end);
    reap_text(how, end->status);
    if (end->cloned || !reap_was_killed(end->status))
        return what_it_did(end, how, user);
    char *what = heap_print("%s by somebody else, %u in a row; the kernel does "
                            "that for want of memory",
                            how, killed);
    char *text = reason_join(what, end->words);
    free(what);
    return text;
}
