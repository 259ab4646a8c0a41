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

static const struct {
    const char *name, *server;
} servers[] = {{"python3", "python.py"}, {"ruby", "ruby.rb"}};

/* With or without the number of a version: python3, python3.11, ruby3.1. */
static const char *server_for(const char *interpreter)
{
    for (size_t i = 0; i < sizeof(servers) / sizeof(servers[0]); i++) {
        size_t n = strlen(servers[i].name);
        if (strncmp(interpreter, servers[i].name, n) == 0 &&
            interpreter[n + strspn(interpreter + n, "0123456789.")] == '\0')
            return servers[i].server;
    }
    return NULL;
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

/* The interpreter without arguments, or what env finds by a name alone. */
static int read_first_line(const char *script, char *const *environment,
                           char program[PATH_MAX])
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
               look_up(second, path_of(environment), program);
    snprintf(program, PATH_MAX, "%s", first);
    return !second;
}

int cgi_interpreter_find(char *const *command, char *const *environment,
                         const char *folder, cgi_interpreter_t *found)
{
    if (!command[1]) {
        if (!read_first_line(command[0], environment, found->program))
            return 0;
    } else if (command[2] || snprintf(found->program, PATH_MAX, "%s",
                                      command[0]) >= PATH_MAX) {
        return 0;
    }
    const char *server = server_for(cgi_command_name(found->program));
    return server &&
           snprintf(found->server, PATH_MAX, "%s/%s", folder, server) <
               PATH_MAX &&
           access(found->server, R_OK) == 0;
}
