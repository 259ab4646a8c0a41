/* SPDX-License-Identifier: Apache-2.0 */
/* interpreter.c: the ranks of interpreters. */

#include "interpreter.h"

#include "fail.h"
#include "venv.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define USUAL_PATH "/usr/local/bin:/usr/bin:/bin"

static const char *find_in_path(const char *program)
{
    const char *path = getenv("PATH");
    for (const char *at = path ? path : USUAL_PATH; *at;) {
        int len = (int)strcspn(at, ":");
        const char *file = words_print("%.*s/%s", len, at, program);
        if (file[0] == '/' && access(file, X_OK) == 0)
            return file;
        at += len;
        at += *at == ':';
    }
    return NULL;
}

static const char *find_of_system(const common_language_t *language)
{
    const char *found = access(language->system, X_OK) == 0
                            ? language->system
                            : find_in_path(language->program);
    if (!found)
        fail("there is no %s in PATH: install %s, or name its interpreter by "
             "PersistInterpreter",
             language->program, language->name);
    return found;
}

char **interpreter_find(const char *folder, const common_language_t *language,
                        const options_t *options)
{
    char **words = NULL;
    if (options->interpreter)
        return options->interpreter;
    const char *program = venv_find(folder, language);
    if (!program && options->fallback)
        return options->fallback;
    words_add(&words, program ? program : find_of_system(language));
    return words;
}
