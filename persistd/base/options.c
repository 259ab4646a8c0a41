/* SPDX-License-Identifier: Apache-2.0 */
/* options.c: getopt_long, and the checks of the values. */

#include "base/options.h"

#include "common_names.h"
#include "persist_build.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: persistd --instance DIR {--parent PID | --own SECONDS}\n"
    "                --owners N --slots N --pools N --exec PATH\n"
    "                [--user NAME] [--anew] [--debug]\n"
    "\n"
    "Starts, watches and ends the workers of mod_persist. httpd or "
    "persist-cgi\n"
    "starts it; to look at a running one use persistctl.\n"
    "\n"
    "  --instance DIR  directory of this instance, in PersistRuntimeDir\n"
    "  --parent PID    httpd's parent process; persistd ends with it\n"
    "  --own SECONDS   there is no httpd: persistd is the user's own, and "
    "ends\n"
    "                  after so long without a request\n"
    "  --owners N      size of the shared table: child processes of httpd\n"
    "  --slots N       … workers\n"
    "  --pools N       … pools of workers\n"
    "  --exec PATH     the persist-exec helper\n"
    "  --user NAME     who the workers run as, for messages\n"
    "  --anew          a killed persistd holds the lock and does not end:\n"
    "                  make a new lock and table, and end its workers\n"
    "  --debug         log each change of state of workers and pools\n"
    "  --help, --version\n"
    "\n"
    "Descriptor 0 is a socket to httpd's parent, or to the persist-cgi that\n"
    "starts it; 2 is the error log.\n";

static const struct option table[] = {
    {"instance", required_argument, NULL, 'i'},
    {"parent", required_argument, NULL, 'p'},
    {"own", required_argument, NULL, 'w'},
    {"owners", required_argument, NULL, 'o'},
    {"slots", required_argument, NULL, 's'},
    {"pools", required_argument, NULL, 'l'},
    {"exec", required_argument, NULL, 'e'},
    {"user", required_argument, NULL, 'u'},
    {"anew", no_argument, NULL, 'a'},
    {"debug", no_argument, NULL, 'd'},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'v'},
    {NULL, 0, NULL, 0},
};

/* Returns 0 if the text is not a number from 1 to most. */
static uint32_t number(const char *text, uint32_t most)
{
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (errno || *end || end == text || text[0] == '-' || value > most)
        return 0;
    return (uint32_t)value;
}

static int wrong(const char *what)
{
    fprintf(stderr, "persistd: %s; see persistd --help\n", what);
    return OPTIONS_WRONG;
}

static void take(options_t *options, int letter, const char *text)
{
    switch (letter) {
    case 'a':
        options->anew = 1;
        break;
    case 'd':
        options->debug = 1;
        break;
    case 'i':
        options->instance = text;
        break;
    case 'e':
        options->exec = text;
        break;
    case 'u':
        options->user = text;
        break;
    case 'p':
        options->parent = (pid_t)number(text, INT_MAX);
        break;
    case 'w':
        options->own = number(text, INT_MAX);
        break;
    case 'o':
        options->sizes.owners = number(text, SLOTS_OWNERS_MAX);
        break;
    case 's':
        options->sizes.slots = number(text, UINT16_MAX);
        break;
    case 'l':
        options->sizes.pools = number(text, UINT16_MAX);
        break;
    }
}

static enum options_result check(const options_t *options)
{
    if (!options->instance || options->instance[0] != '/' ||
        !strchr(options->instance + 1, '/'))
        return wrong("--instance has to be an absolute path");
    if (!options->exec || options->exec[0] != '/')
        return wrong("--exec has to be an absolute path");
    if ((options->parent < 1) == (options->own < 1))
        return wrong("--parent has to be a process number, or --own a number "
                     "of seconds");
    if (!options->sizes.owners || !options->sizes.slots ||
        !options->sizes.pools)
        return wrong("--owners, --slots and --pools have to be numbers from "
                     "1 to 65535");
    return OPTIONS_RUN;
}

enum options_result options_parse(options_t *options, int argc, char **argv)
{
    options_t made = {0};
    for (int letter;
         (letter = getopt_long(argc, argv, "", table, NULL)) != -1;) {
        if (letter == 'h') {
            fputs(help, stdout);
            return OPTIONS_DONE;
        }
        if (letter == 'v') {
            puts("persistd " PERSIST_VERSION);
            return OPTIONS_DONE;
        }
        if (letter == '?')
            return wrong("the arguments are wrong");
        take(&made, letter, optarg);
    }
    if (optind < argc)
        return wrong("there are too many arguments");
    enum options_result result = check(&made);
    if (result == OPTIONS_RUN)
        *options = made;
    return result;
}
