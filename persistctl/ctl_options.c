/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_options.c: getopt, and the text of --help. */

#include "ctl_options.h"

#include "common_own.h"
#include "persist_build.h"

#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "Usage: persistctl COMMAND [SCRIPT] [--json] [--runtime-dir DIR]\n"
    "\n"
    "Show pools of workers; without SCRIPT, all that you may see:\n"
    "  status      everything, in words\n"
    "  pools       a line for each pool\n"
    "  workers     a line for each worker\n"
    "  pid         the process ids of the workers, one a line\n"
    "  top         pools by requests per second, once a second; q quits\n"
    "  log         the last lines that scripts have printed and logged, and\n"
    "              what persistd has logged about them; for owner and root.\n"
    "              SCRIPT may be a folder. With -f it goes on with new lines\n"
    "\n"
    "Give an order to the pools of SCRIPT:\n"
    "  stop        workers leave; requests get 503 until it is started.\n"
    "              Without SCRIPT: ends your own persistd, which persist-cgi\n"
    "              has started; its next request starts another\n"
    "  start       lifts a stop, or the pause after failures; starts a worker\n"
    "  restart     new workers for old ones, without losing a request\n"
    "  reload      the same, but a stopped script stays stopped\n"
    "  drain       workers leave; the next request starts new ones\n"
    "\n"
    "Deploy an application's folder:\n"
    "  new KIND DIR  makes one that runs: flask, django, fastapi, sinatra,\n"
    "                rails or script\n"
    "  doctor [DIR]  checks one, and prints what mends it\n"
    "\n"
    "SCRIPT is the script's file, or the folder of an application. Root,\n"
    "httpd's User, and the owner of the file may give orders; owners see the\n"
    "pools of their own scripts.\n"
    "\n"
    "  --json             for programs: one JSON object a line; of doctor,\n"
    "                     one for each finding\n"
    "  --runtime-dir DIR  PersistRuntimeDir of httpd's configuration, or of\n"
    "                     .persist; default\n"
    "                     " PERSIST_RUNTIME_DIR "\n"
    "                     and the directory of your own persistd\n"
    "  -f, --follow       log goes on with new lines, until an interrupt\n"
    "  --id ID            log shows the lines of this request alone\n"
    "  --url URL          where visitors find the folder that doctor checks\n"
    "  --venv             new makes a virtual environment, too (by pip)\n"
    "  --ruby             new script makes one in Ruby\n"
    "  --cgi              new makes a folder for a server without "
    "mod_persist:\n"
    "                     index.cgi, a copy of persist-cgi, and .persist\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 done, or all is well; 1 refused, failed, or no persistd\n"
    "is running; 2 wrong arguments.\n";

static const struct option table[] = {
    {"json", no_argument, NULL, 'j'},
    {"runtime-dir", required_argument, NULL, 'r'},
    {"url", required_argument, NULL, 'u'},
    {"venv", no_argument, NULL, 'e'},
    {"ruby", no_argument, NULL, 'b'},
    {"cgi", no_argument, NULL, 'c'},
    {"follow", no_argument, NULL, 'f'},
    {"id", required_argument, NULL, 'i'},
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

/* Takes one option that does not end the program. Returns -1 if it is wrong. */
static int take(ctl_options_t *options, int letter)
{
    switch (letter) {
    case 'j':
        options->json = 1;
        return 0;
    case 'r':
        options->runtime_dir = optarg;
        options->own_dir = NULL;
        return 0;
    case 'u':
        options->url = optarg;
        return 0;
    case 'e':
        options->venv = 1;
        return 0;
    case 'b':
        options->ruby = 1;
        return 0;
    case 'c':
        options->cgi = 1;
        return 0;
    case 'i':
        options->id = optarg;
        return 0;
    case 'f':
        options->follow = 1;
        return 0;
    default:
        return -1;
    }
}

/* Returns NULL if there cannot be one. */
static const char *own_directory(void)
{
    static char path[PATH_MAX];
    return common_own_directory(path, sizeof(path)) == 0 ? path : NULL;
}

static int take_words(ctl_options_t *options, char **words, int count)
{
    if (count == 0)
        return wrong("a command has to be given");
    options->command = words[0];
    int is_new = strcmp(options->command, "new") == 0;
    if (is_new && count != 3)
        return wrong("new needs a kind and a folder");
    if (count > 2 && !is_new)
        return wrong("one script at a time");
    options->script = words[1];
    options->folder = is_new ? words[2] : NULL;
    return -1;
}

int ctl_options_read(ctl_options_t *options, int argc, char **argv)
{
    int letter;
    *options = (ctl_options_t){.runtime_dir = PERSIST_RUNTIME_DIR,
                               .own_dir = own_directory()};
    while ((letter = getopt_long(argc, argv, "f", table, NULL)) != -1) {
        if (letter == 'h')
            return say(help);
        if (letter == 'v')
            return say("persistctl " PERSIST_VERSION "\n");
        if (take(options, letter) != 0)
            return wrong("the arguments are wrong");
    }
    return take_words(options, argv + optind, argc - optind);
}
