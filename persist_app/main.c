/* SPDX-License-Identifier: Apache-2.0 */
/* main.c: persist-app becomes the interpreter that runs an application, with
 * the runner of its language. Descriptors and the environment pass through. */

#include "common_exec_error.h"
#include "common_locale.h"
#include "entry.h"
#include "env_file.h"
#include "fail.h"
#include "interpreter.h"
#include "options.h"
#include "words.h"

#include "persist_build.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RUNNERS_VARIABLE "PERSIST_APP_RUNNERS"

static const char *find_runner(const common_language_t *language)
{
    const char *folder = getenv(RUNNERS_VARIABLE);
    const char *runner = words_print(
        "%s/%s", folder ? folder : PERSIST_RUNNERS_DIR, language->runner);
    if (access(runner, R_OK) != 0)
        fail("%s: %s: build mod_persist with %s, and make install", runner,
             strerror(errno), language->name);
    return runner;
}

/* INTERPRETER RUNNER --folder FOLDER [--object MODULE:NAME] */
static char **begin_runner(const entry_t *entry, const options_t *options)
{
    char **words = NULL;
    const common_language_t *language = entry->app->language;
    words_add_all(&words, interpreter_find(entry->folder, language, options));
    words_add(&words, find_runner(language));
    words_add(&words, "--folder");
    words_add(&words, entry->folder);
    if (options->object) {
        words_add(&words, "--object");
        words_add(&words, options->object);
    }
    return words;
}

static _Noreturn void fail_of_language(const entry_t *entry)
{
    const char *known = "";
    for (size_t i = 0; common_app_extension(i); i++)
        known = words_print("%s%s%s", known, i ? ", " : "",
                            common_app_extension(i)->name);
    fail("%s: its name tells no language (known are %s): give it a #! line and "
         "chmod +x, or set PersistInterpreter",
         entry->file, known);
}

/* Words that stand before ENTRY on the new command line; NULL: none. */
static char **begin(const entry_t *entry, const options_t *options)
{
    if (!options->interpreter && !options->object && entry_starts_itself(entry))
        return NULL;
    if (entry->app)
        return begin_runner(entry, options);
    if (!options->interpreter && !options->fallback)
        fail_of_language(entry);
    return options->interpreter ? options->interpreter : options->fallback;
}

int main(int argc, char **argv)
{
    options_t options;
    entry_t entry;
    char **words = NULL;
    options_read(&options, argc, argv);
    entry_find(&entry, &options);
    if (chdir(entry.folder) != 0)
        fail("%s: %s", entry.folder, strerror(errno));
    env_file_load(entry.folder);
    common_locale_prefer_utf8();
    words_add_all(&words, begin(&entry, &options));
    words_add(&words, entry.file);
    words_add_all(&words, options.arguments);
    execv(words[0], words);
    int error = errno;
    fail_begin();
    common_exec_error_print(words[0], error);
    _exit(FAIL_STATUS);
}
