/* SPDX-License-Identifier: Apache-2.0 */
/* reason_test.c: the text of a failed start. */

#include "os/reap.h"
#include "pool/reason.h"
#include "tap.h"

#include "wire_fault.h"

#include <stdlib.h>

#define EXITED(status) ((status) << 8)
#define TRACEBACK                                                              \
    "Traceback (most recent call last):\n"                                     \
    "  File \"/srv/app.py\", line 1, in <module>\n"                            \
    "ModuleNotFoundError: No module named 'oss'"
#define NO_LOOP                                                                \
    "it never asked for a request: call each_request, or each_cgi for CGI "    \
    "code; for an application of Flask or its like, set PersistApp: "          \
    "docs/sdks.md#the-loop"
#define NO_APP                                                                 \
    "it never asked for a request: an application must not end, nor start "    \
    "another interpreter in its own place, which PersistInterpreter names; "   \
    "a program of its own calls each_request: docs/errors.md#persist2002"
#define CGI                                                                    \
    "it printed a CGI response, but never asked for a request: set "           \
    "PersistMode cgi, or call each_cgi: docs/sdks.md#old-cgi-code"

static void check(const worker_end_t *end, const char *want, const char *name)
{
    char *text = reason_of_end(end, 3, "www-data");
    is_str(text, want, name);
    free(text);
}

static void test_output(void)
{
    check(&(worker_end_t){.status = EXITED(1), .words = "no database"},
          "ended with status 1: no database", "one line");
    check(&(worker_end_t){.status = EXITED(1), .words = ""},
          "ended with status 1", "no output");
    check(&(worker_end_t){.status = EXITED(1), .words = TRACEBACK},
          "ended with status 1: ModuleNotFoundError: No module named "
          "'oss'\n" TRACEBACK,
          "the error first, then all of the output");
    check(&(worker_end_t){.status = EXITED(1), .words = "Cannot:\r\nNo file"},
          "ended with status 1: Cannot:  No file", "two lines become one");
    check(&(worker_end_t){.status = 6, .words = "what(): x"},
          "was killed by signal 6 (Aborted): what(): x", "a crash");
    check(&(worker_end_t){.status = 9, .words = "x"},
          "was killed by signal 9 (Killed) by somebody else, 3 in a row; the "
          "kernel does that for want of memory: x",
          "killed by somebody else");
    check(&(worker_end_t){.status = 9,
                          .fault = WIRE_FAULT_BOOT_TIMEOUT,
                          .what = "killed after PersistBootTimeout",
                          .words = "a\nb"},
          "killed after PersistBootTimeout: b\na\nb", "killed by us");
}

static void test_no_loop(void)
{
    check(&(worker_end_t){.status = EXITED(0), .words = ""},
          "ended with status 0: " NO_LOOP, "a program that just ends");
    check(&(worker_end_t){.status = EXITED(0), .words = "hello"},
          "ended with status 0: " NO_LOOP "\nhello", "is not quoted");
    check(&(worker_end_t){.status = EXITED(0), .words = "", .is_app = 1},
          "ended with status 0: " NO_APP, "nor is an application's own end");
    check(&(worker_end_t){.status = EXITED(1), .words = "no", .is_app = 1},
          "ended with status 1: no", "one that fails");
    check(&(worker_end_t){.status = EXITED(0),
                          .words = "Content-Type: text/plain\n\nhello"},
          "ended with status 0: " CGI "\nContent-Type: text/plain\n\nhello",
          "a CGI script");
    check(&(worker_end_t){.status = EXITED(1),
                          .words = "Content-Type: text/plain\n\n" TRACEBACK},
          "ended with status 1: " CGI
          ": ModuleNotFoundError: No module named 'oss'\n"
          "Content-Type: text/plain\n\n" TRACEBACK,
          "a CGI script that fails");
    check(&(worker_end_t){.status = EXITED(0), .words = "", .cloned = 1},
          "ended with status 0", "a clone's source has asked");
    check(&(worker_end_t){.status = REAP_UNKNOWN, .words = "hello"},
          "ended: hello", "an unknown status");
}

static void test_denied(void)
{
    check(&(worker_end_t){.status = EXITED(2),
                          .words = "can't open '/x': [Errno 13] Permission "
                                   "denied"},
          "ended with status 2 as user www-data: can't open '/x': [Errno 13] "
          "Permission denied",
          "who was denied it");
    char *text = reason_of_end(
        &(worker_end_t){.status = EXITED(2), .words = "Permission denied"}, 0,
        NULL);
    is_str(text, "ended with status 2: Permission denied", "nobody is known");
    free(text);
}

static void test_fault(void)
{
    is_int(reason_fault(&(worker_end_t){.status = EXITED(1)}),
           WIRE_FAULT_BOOT_EXIT, "an end");
    is_int(reason_fault(&(worker_end_t){.status = EXITED(126)}),
           WIRE_FAULT_EXEC, "persist-exec failed");
    is_int(reason_fault(&(worker_end_t){.status = EXITED(125)}),
           WIRE_FAULT_NO_APPLICATION, "a runner has found no application");
    is_int(reason_fault(
               &(worker_end_t){.status = 9, .fault = WIRE_FAULT_BOOT_TIMEOUT}),
           WIRE_FAULT_BOOT_TIMEOUT, "it took too long");
    is_int(reason_fault(&(worker_end_t){.status = EXITED(1),
                                        .fault = WIRE_FAULT_BOOT_TIMEOUT}),
           WIRE_FAULT_BOOT_EXIT, "it ended before we killed it");
}

int main(void)
{
    test_output();
    test_no_loop();
    test_denied();
    test_fault();
    return done_testing();
}
