/* SPDX-License-Identifier: Apache-2.0 */
/* options.c: getopt, and the help. */

#include "options.h"

#include "persist_build.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATIENCE_S 5
#define PATIENCE_MAX_S 3600

static const char help[] =
    "Usage: persist-conform [OPTION...] WORKER [ARGUMENT...]\n"
    "\n"
    "Starts WORKER as persistd starts a worker, plays httpd and persistd, and\n"
    "prints a line of TAP for each rule of the worker protocol.\n"
    "\n"
    "  --level LEVEL    core (the default), streams (and core) or clones "
    "(all)\n"
    "  --rule RULE      test this rule only, whatever its level\n"
    "  --env NAME[=VALUE]\n"
    "                   add a variable to the worker's environment; without a\n"
    "                   value, the one of this environment. May be repeated\n"
    "  --timeout SECONDS\n"
    "                   longest wait for one thing; default 5\n"
    "  --list           print the rules: name, level, section of PROTOCOL.md\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 all rules passed, 1 a rule failed, 2 wrong arguments or\n"
    "the worker did not start.\n";

static const struct option table[] = {
    {"level", required_argument, NULL, 'l'},
    {"rule", required_argument, NULL, 'r'},
    {"env", required_argument, NULL, 'e'},
    {"timeout", required_argument, NULL, 't'},
    {"list", no_argument, NULL, 'L'},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'v'},
    {NULL, 0, NULL, 0},
};

static const char *const level_names[] = {"core", "streams", "clones", "slow"};

const char *options_level_name(level_t level)
{
    return level_names[level];
}

static int wrong(const char *what, const char *which)
{
    fprintf(stderr, "persist-conform: %s%s; see persist-conform --help\n", what,
            which);
    return CONFORM_WRONG;
}

static int say(const char *text)
{
    fputs(text, stdout);
    return CONFORM_PASSED;
}

static int read_level(options_t *options, const char *text)
{
    for (level_t level = LEVEL_CORE; level <= LEVEL_SLOW; level++) {
        if (strcmp(text, level_names[level]) == 0) {
            options->level = level;
            return -1;
        }
    }
    return wrong("there is no level ", text);
}

static int read_timeout(options_t *options, const char *text)
{
    char *end;
    long seconds = strtol(text, &end, 10);
    if (*end || seconds < 1 || seconds > PATIENCE_MAX_S)
        return wrong("--timeout takes 1 to 3600 seconds, not ", text);
    options->patience_ms = (int)seconds * 1000;
    return -1;
}

static int read_env(options_t *options, const char *text)
{
    if (options->env_count == OPTIONS_ENV_MAX)
        return wrong("there are too many --env", "");
    if (*text == '=' || !*text)
        return wrong("--env needs a name", "");
    options->env[options->env_count++] = text;
    return -1;
}

/* Returns what options_read() returns. */
static int read_one(options_t *options, int letter)
{
    switch (letter) {
    case 'l':
        return read_level(options, optarg);
    case 't':
        return read_timeout(options, optarg);
    case 'e':
        return read_env(options, optarg);
    case 'r':
        options->rule = optarg;
        return -1;
    case 'L':
        options->list = 1;
        return -1;
    case 'h':
        return say(help);
    case 'v':
        return say("persist-conform " PERSIST_VERSION "\n");
    default:
        return wrong("the arguments are wrong", "");
    }
}

int options_read(options_t *options, int argc, char **argv)
{
    int letter, done = -1;
    *options = (options_t){.patience_ms = PATIENCE_S * 1000};
    /* "+" stops at WORKER: options behind it belong to the worker. */
    while (done < 0 &&
           (letter = getopt_long(argc, argv, "+", table, NULL)) != -1)
        done = read_one(options, letter);
    if (done >= 0)
        return done;
    options->command = argv + optind;
    if (optind == argc && !options->list)
        return wrong("a worker's command has to be given", "");
    return -1;
}
