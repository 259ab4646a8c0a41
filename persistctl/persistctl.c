/* SPDX-License-Identifier: Apache-2.0 */
/* persistctl.c: the command line. Exit status: 0 answered, 1 nobody or not all
 * could answer, 2 wrong arguments. */

#include "ctl_ask.h"
#include "ctl_instances.h"

#include "wire_message.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_WRONG = 2 };

static const char help[] =
    "Usage: persistctl status [--json] [--runtime-dir DIR]\n"
    "\n"
    "Asks each running persistd for its pools and workers. Others than root\n"
    "and httpd's User see the pools of scripts that belong to them.\n"
    "\n"
    "  --json             one JSON object a line, one for each persistd\n"
    "  --runtime-dir DIR  PersistRuntimeDir of httpd's configuration; default\n"
    "                     " PERSIST_RUNTIME_DIR "\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 answered, 1 no running persistd or no answer, 2 wrong\n"
    "arguments.\n";

typedef struct question {
    int format; /* enum wire_status_format */
    int failed; /* instances that exist but did not answer properly */
} question_t;

/* A directory without a persistd is what a killed server leaves. */
static int ask(void *context, const char *instance)
{
    question_t *question = context;
    if (ctl_ask_status(instance, question->format, stdout) == 0)
        return 1;
    if (errno == ECONNREFUSED || errno == ENOENT)
        return 0;
    fprintf(stderr, "persistctl: %s: %s\n", instance, strerror(errno));
    question->failed++;
    return 0;
}

static int status(const char *runtime_dir, int format)
{
    question_t question = {.format = format};
    int answered = ctl_instances_each(runtime_dir, ask, &question);
    if (answered < 0 && errno != ENOENT) {
        fprintf(stderr, "persistctl: %s: %s\n", runtime_dir, strerror(errno));
        return EXIT_FAILURE;
    }
    if (answered <= 0 && !question.failed) {
        fprintf(stderr,
                "persistctl: no running persistd below %s: is httpd up and "
                "mod_persist loaded? (--runtime-dir names another "
                "PersistRuntimeDir)\n",
                runtime_dir);
        return EXIT_FAILURE;
    }
    return question.failed || fflush(stdout) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int wrong(const char *what)
{
    fprintf(stderr, "persistctl: %s; see persistctl --help\n", what);
    return EXIT_WRONG;
}

int main(int argc, char **argv)
{
    static const struct option table[] = {
        {"json", no_argument, NULL, 'j'},
        {"runtime-dir", required_argument, NULL, 'r'},
        {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'v'},
        {NULL, 0, NULL, 0},
    };
    const char *runtime_dir = PERSIST_RUNTIME_DIR;
    int format = WIRE_STATUS_TEXT;
    int letter;
    while ((letter = getopt_long(argc, argv, "", table, NULL)) != -1) {
        if (letter == 'j') {
            format = WIRE_STATUS_JSON;
        } else if (letter == 'r') {
            runtime_dir = optarg;
        } else if (letter == 'h') {
            fputs(help, stdout);
            return EXIT_SUCCESS;
        } else if (letter == 'v') {
            puts("persistctl " PERSIST_VERSION);
            return EXIT_SUCCESS;
        } else {
            return wrong("the arguments are wrong");
        }
    }
    if (argc - optind != 1)
        return wrong("one command has to be given");
    if (strcmp(argv[optind], "status") != 0)
        return wrong("the only command is status");
    return status(runtime_dir, format);
}
