/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_interpreter.c: reads the first line of a script. */

#include "cgi_interpreter.h"

#include "cgi_command.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LINE_SIZE 256 /* as the kernel reads */
#define SPACE " \t"

static const struct language {
    const char *name;
    const char *switches; /* letters */
    const char *server;   /* the file */
    const char *module;   /* the word that loads it; NULL: the file's path */
    const char *prefix;   /* what stands before the path: "" or an option */
    const char *option;   /* what the interpreter gets first, or NULL */
} languages[] = {
    {"guile", "s", "guile.scm", NULL, "", "--no-auto-compile"},
    {"perl", "TWXtw", "PersistForkServer.pm", "-MPersistForkServer", "", NULL},
    {"python3", "BEsu", "python.py", NULL, "", NULL},
    {"ruby", "w", "ruby.rb", NULL, "-r", NULL},
};

/* With or without the number of a version: python3, python3.11, ruby3.1. */
static const struct language *language_of(const char *interpreter)
{
    for (size_t i = 0; i < sizeof(languages) / sizeof(languages[0]); i++) {
        size_t n = strlen(languages[i].name);
        if (strncmp(interpreter, languages[i].name, n) == 0 &&
            interpreter[n + strspn(interpreter + n, "0123456789.")] == '\0')
            return &languages[i];
    }
    return NULL;
}

static int has_switches(const struct language *language, const char *word)
{
    return *word == '\0' ||
           (word[0] == '-' && word[1] != '\0' &&
            word[1 + strspn(word + 1, language->switches)] == '\0');
}

/* ---- the first line ---- */

/* Reads it without its "#!". Returns 0, or -1 if it is none, or too long. */
static int read_line(const char *path, char line[LINE_SIZE + 1])
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : pread(fd, line, LINE_SIZE, 0);
    if (fd >= 0)
        close(fd);
    line[n > 0 ? n : 0] = '\0';
    char *end = strchr(line, '\n');
    if (strncmp(line, "#!", 2) != 0 || !end)
        return -1;
    *end = '\0';
    memmove(line, line + 2, strlen(line + 2) + 1);
    return 0;
}

/* A wrapper sets variables, and executes the interpreter: a server's processes
 * would begin behind that, with the variables of the request alone. */
static int is_wrapper(const char *interpreter)
{
    char line[LINE_SIZE + 1];
    return read_line(interpreter, line) == 0;
}

/* Finds a program as env does. */
static int look_up(const char *name, const char *path, char found[PATH_MAX])
{
    while (path && *path) {
        size_t n = strcspn(path, ":");
        int size = snprintf(found, PATH_MAX, "%.*s/%s", (int)n, path, name);
        if (*path == '/' && size < PATH_MAX && access(found, X_OK) == 0)
            return 1;
        path += n + (path[n] == ':');
    }
    return 0;
}

static const char *path_of(char *const *environment)
{
    for (; *environment; environment++)
        if (strncmp(*environment, "PATH=", 5) == 0)
            return *environment + 5;
    return NULL;
}

static int copy(char *to, size_t size, const char *from)
{
    int n = snprintf(to, size, "%s", from ? from : "");
    return n >= 0 && (size_t)n < size;
}

/* The interpreter and at most one argument, or what env finds by a name alone.
 */
static int read_first_line(const char *script, char *const *environment,
                           cgi_interpreter_t *found)
{
    char line[LINE_SIZE + 1], *rest = NULL;
    if (read_line(script, line) != 0)
        return 0;
    const char *first = strtok_r(line, SPACE, &rest);
    const char *second = strtok_r(NULL, SPACE, &rest);
    if (!first || *first != '/' || strtok_r(NULL, SPACE, &rest))
        return 0;
    if (second && strcmp(cgi_command_name(first), "env") == 0)
        return !strpbrk(second, "-=/") &&
               copy(found->called, PATH_MAX, second) &&
               look_up(second, path_of(environment), found->program);
    return copy(found->program, PATH_MAX, first) &&
           copy(found->called, PATH_MAX, first) &&
           copy(found->switches, sizeof(found->switches), second);
}

/* ---- the command ---- */

static int read_command(char *const *command, cgi_interpreter_t *found)
{
    int has_argument = command[2] != NULL;
    if (has_argument && command[3])
        return 0;
    return copy(found->program, PATH_MAX, command[0]) &&
           copy(found->called, PATH_MAX, command[0]) &&
           copy(found->switches, sizeof(found->switches),
                has_argument ? command[1] : NULL);
}

static int place_server(const struct language *language, const char *folder,
                        cgi_interpreter_t *found)
{
    char file[PATH_MAX];
    const size_t size = sizeof(found->server);
    if (snprintf(file, PATH_MAX, "%s/%s", folder, language->server) >=
            PATH_MAX ||
        access(file, R_OK) != 0)
        return 0;
    if (!language->module)
        return copy(found->option, size, language->option) &&
               snprintf(found->server, size, "%s%s", language->prefix, file) >
                   0;
    snprintf(found->option, size, "-I%s", folder);
    return copy(found->server, size, language->module);
}

void cgi_interpreter_name(char *const *command, char path[PATH_MAX])
{
    char line[LINE_SIZE + 1], *rest = NULL;
    const char *first = NULL;
    if (!command[1] && read_line(command[0], line) == 0)
        first = strtok_r(line, SPACE, &rest);
    snprintf(path, PATH_MAX, "%s", first ? first : command[0]);
}

int cgi_interpreter_find(char *const *command, char *const *environment,
                         const char *folder, cgi_interpreter_t *found)
{
    memset(found, 0, sizeof(*found));
    if (!(command[1] ? read_command(command, found)
                     : read_first_line(command[0], environment, found)))
        return 0;
    const struct language *language =
        language_of(cgi_command_name(found->program));
    if (language && !is_wrapper(found->program) &&
        has_switches(language, found->switches) &&
        place_server(language, folder, found))
        return 1;
    return strcmp(found->called, found->program) != 0;
}

int cgi_interpreter_serves(const cgi_interpreter_t *found)
{
    return found->server[0] != '\0';
}

void cgi_interpreter_command(cgi_interpreter_t *found, const char *script,
                             char *words[CGI_INTERPRETER_WORDS])
{
    char *const all[] = {found->called, found->option, found->switches,
                         found->server, (char *)script};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if (*all[i])
            *words++ = all[i];
    *words = NULL;
}
