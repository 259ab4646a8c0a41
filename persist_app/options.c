/* SPDX-License-Identifier: Apache-2.0 */
/* options.c: options end at ENTRY. What follows is the application's. */

#include "options.h"

#include "fail.h"
#include "words.h"

#include <getopt.h>
#include <stddef.h>

enum { FOLDER, OBJECT, AUTO, INTERPRETER, FALLBACK };

static const struct option names[] = {
    {"folder", required_argument, NULL, FOLDER},
    {"object", required_argument, NULL, OBJECT},
    {"auto", no_argument, NULL, AUTO},
    {"interpreter", required_argument, NULL, INTERPRETER},
    {"fallback", required_argument, NULL, FALLBACK},
    {NULL, 0, NULL, 0},
};

static _Noreturn void usage(void)
{
    fail("usage: persist-app [--folder FOLDER] [--object MODULE:NAME] "
         "[--auto] [--interpreter WORD]... [--fallback WORD]... ENTRY "
         "[ARGUMENT...]");
}

static void take(options_t *options, int option)
{
    switch (option) {
    case FOLDER:
        options->folder = optarg;
        break;
    case OBJECT:
        options->object = optarg;
        break;
    case AUTO:
        options->is_auto = 1;
        break;
    case INTERPRETER:
        words_add(&options->interpreter, optarg);
        break;
    case FALLBACK:
        words_add(&options->fallback, optarg);
        break;
    default:
        usage();
    }
}

void options_read(options_t *options, int argc, char **argv)
{
    int option;
    *options = (options_t){NULL};
    opterr = 0;
    while ((option = getopt_long(argc, argv, "+", names, NULL)) != -1)
        take(options, option);
    if (optind >= argc)
        usage();
    options->entry = argv[optind];
    options->arguments = argv + optind + 1;
}
