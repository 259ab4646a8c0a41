/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_options.c: getopt, and the text of --help. */

#include "ctl_options.h"

#include "persist_build.h"

#include <getopt.h>
#include <stdio.h>

static const char help[] =
    "Usage: persistctl COMMAND [SCRIPT] [--json] [--runtime-dir DIR]\n"
    "\n"
    "Show pools of workers; without SCRIPT, all that you may see:\n"
    "  status      everything, in words\n"
    "  pools       a line for each pool\n"
    "  workers     a line for each worker\n"
    "  pid         the process ids of the workers, one a line\n"
    "  top         pools by requests per second, once a second; q quits\n"
    "\n"
    "Give an order to the pools of SCRIPT:\n"
    "  stop        workers leave; requests get 503 until it is started\n"
    "  start       lifts a stop, or the pause after failures; starts a worker\n"
    "  restart     new workers for old ones, without losing a request\n"
    "  reload      the same, but a stopped script stays stopped\n"
    "  drain       workers leave; the next request starts new ones\n"
    "\n"
    "SCRIPT is the script's file. Root, httpd's User, and the owner of the\n"
    "file may give orders; owners see the pools of their own scripts.\n"
    "\n"
    "  --json             for programs: one JSON object a line\n"
    "  --runtime-dir DIR  PersistRuntimeDir of httpd's configuration; default\n"
    "                     " PERSIST_RUNTIME_DIR "\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 done; 1 refused, failed, or no persistd is running;\n"
    "2 wrong arguments.\n";

static const struct option table[] = {
    {"json", no_argument, NULL, 'j'},
    {"runtime-dir", required_argument, NULL, 'r'},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'v'},
    {NULL, 0, NULL, 0},
};

static int wrong(const char *what)
{
    fprintf(stderr, "persistctl: %s; see persistctl --help\n", what);
    return CTL_WRONG;
}

static int say(const char *text)
{
    fputs(text, stdout);
    return CTL_DONE;
}

int ctl_options_read(ctl_options_t *options, int argc, char **argv)
{
    int letter;
    *options = (ctl_options_t){.runtime_dir = PERSIST_RUNTIME_DIR};
    while ((letter = getopt_long(argc, argv, "", table, NULL)) != -1) {
        if (letter == 'j')
            options->json = 1;
        else if (letter == 'r')
            options->runtime_dir = optarg;
        else if (letter == 'h')
            return say(help);
        else if (letter == 'v')
            return say("persistctl " PERSIST_VERSION "\n");
        else
            return wrong("the arguments are wrong");
    }
    if (optind == argc)
        return wrong("a command has to be given");
    if (argc - optind > 2)
        return wrong("one script at a time");
    options->command = argv[optind];
    options->script = argv[optind + 1];
    return -1;
}
