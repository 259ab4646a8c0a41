/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_htaccess.c: finds the lines that make a folder an application. */

#include "doctor/doctor_htaccess.h"
#include "doctor/doctor_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MARK "\xef\xbb\xbf" /* U+FEFF in UTF-8 */

static const char *const conditions[] = {"IfModule", "IfDefine", "IfDirective",
                                         "IfSection"};

static int is_condition(const char *word)
{
    for (size_t i = 0; i < sizeof(conditions) / sizeof(conditions[0]); i++)
        if (strncasecmp(word, conditions[i], strlen(conditions[i])) == 0)
            return 1;
    return 0;
}

/* Returns how much deeper the lines after this one are in conditions. */
static int step(const doctor_words_t *words)
{
    const char *word = words->count > 0 ? words->at[0] : "";
    if (strncmp(word, "</", 2) == 0)
        return -is_condition(word + 2);
    return word[0] == '<' && is_condition(word + 1);
}

static int has_exec_cgi(const doctor_words_t *words)
{
    int has = 0;
    for (int i = 1; i < words->count; i++) {
        const char *option = words->at[i];
        int off = *option == '-';
        option += *option == '-' || *option == '+';
        if (strcasecmp(option, "ExecCGI") == 0 ||
            strcasecmp(option, "All") == 0)
            has = !off;
    }
    return has;
}

static void add_env(doctor_htaccess_t *lines, const doctor_words_t *words)
{
    char *text = NULL;
    if (words->count == 3 && lines->env_count < DOCTOR_ENV_MAX &&
        asprintf(&text, "%s=%s", words->at[1], words->at[2]) > 0)
        lines->env[lines->env_count++] = text;
}

static void add_interpreter(doctor_htaccess_t *lines,
                            const doctor_words_t *words)
{
    if (lines->interpreter_count == DOCTOR_INTERPRETERS_MAX)
        return;
    char **to = lines->interpreters[lines->interpreter_count++].words;
    for (int i = 1; i < words->count && i <= DOCTOR_INTERPRETER_MAX; i++)
        *to++ = strdup(words->at[i]);
}

static void set_app(doctor_htaccess_t *lines, const char *value)
{
    free(lines->app);
    lines->off = strcasecmp(value, "off") == 0;
    lines->app = lines->off ? NULL : strdup(value);
}

int doctor_htaccess_take(doctor_htaccess_t *lines, const doctor_words_t *words)
{
    const char *value = words->count > 1 ? words->at[1] : "";
    if (doctor_words_is(words, "PersistEnv"))
        add_env(lines, words);
    if (doctor_words_is(words, "PersistInterpreter"))
        add_interpreter(lines, words);
    if (doctor_words_is(words, "PersistApp"))
        set_app(lines, value);
    else if (doctor_words_is(words, "Options") && has_exec_cgi(words))
        lines->exec_cgi = 1;
    else if (doctor_words_is(words, "SetHandler") &&
             strcmp(value, "persist-app") == 0)
        lines->lone_handler = 1;
    else if (doctor_words_is(words, "SetHandler") &&
             strcmp(value, "persist-script") == 0)
        lines->script_handler = 1;
    else
        return 0;
    return 1;
}

int doctor_htaccess_runs(const doctor_htaccess_t *lines)
{
    return lines->app || lines->lone_handler || lines->script_handler;
}

/* The last line of an extension counts. */
const char *const *doctor_htaccess_interpreter(const doctor_htaccess_t *lines,
                                               const char *extension)
{
    for (int i = lines->interpreter_count - 1; i >= 0; i--) {
        char *const *words = lines->interpreters[i].words;
        if (words[0] && strcmp(words[0] + (words[0][0] == '.'),
                               extension + (extension[0] == '.')) == 0)
            return (const char *const *)words + 1;
    }
    return NULL;
}

void doctor_htaccess_read(doctor_htaccess_t *lines, char *text)
{
    doctor_words_t words;
    int depth = 0;
    lines->has_mark = strncmp(text, MARK, strlen(MARK)) == 0;
    text = lines->has_mark ? text + strlen(MARK) : text;
    while (doctor_words_next(&text, &words)) {
        depth += step(&words);
        if (doctor_htaccess_take(lines, &words) && depth > 0)
            lines->conditional = 1;
    }
}

void doctor_htaccess_clear(doctor_htaccess_t *lines)
{
    while (lines->env_count > 0)
        free(lines->env[--lines->env_count]);
    while (lines->interpreter_count > 0)
        for (char **word =
                 lines->interpreters[--lines->interpreter_count].words;
             *word; word++)
            free(*word);
    free(lines->app);
    *lines = (doctor_htaccess_t){.app = NULL};
}
