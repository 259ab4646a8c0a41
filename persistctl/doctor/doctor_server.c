/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_server.c: asks httpd for its modules, its User and its files. */

#include "doctor/doctor_server.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS 10

/* Debian's apachectl sets the environment that its configuration needs; other
 * distributions' apachectl takes no arguments. */
static const char *const programs[] = {"apachectl", "httpd", "apache2"};

static int begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

/* "  (*) /etc/apache2/apache2.conf", "    (146) /etc/…/persist.load" */
static const char *file_of(const char *line)
{
    const char *at = line + strspn(line, " ");
    const char *path = strstr(at, ") /");
    return *line == ' ' && *at == '(' && path ? path + 2 : NULL;
}

static void add_file(doctor_server_t *server, const char *path)
{
    size_t len = strlen(server->files);
    size_t room = sizeof(server->files) - len;
    if (strlen(path) + 2 <= room)
        snprintf(server->files + len, room, "%s\n", path);
}

static void note(doctor_server_t *server, const char *line)
{
    const char *module = line + strspn(line, " ");
    const char *file = file_of(line);
    if (begins(line, "Loaded Modules:"))
        server->known = 1;
    else if (begins(module, "persist_module "))
        server->has_module = 1;
    else if (begins(module, "userdir_module "))
        server->has_userdir = 1;
    else if (file)
        add_file(server, file);
    else
        sscanf(line, "User: name=\"%63[^\"]\"", server->user);
}

void doctor_server_read(doctor_server_t *server, char *text)
{
    char *rest = NULL;
    *server = (doctor_server_t){.known = 0};
    for (char *line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest))
        note(server, line);
}

void doctor_server_ask(doctor_server_t *server, doctor_output_t *output)
{
    *server = (doctor_server_t){.known = 0};
    for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
        const char *words[] = {
            programs[i], "-t",           "-D", "DUMP_MODULES",
            "-D",        "DUMP_RUN_CFG", "-D", "DUMP_INCLUDES",
            NULL};
        const doctor_run_t run = {.words = words, .seconds = SECONDS};
        if (doctor_run(&run, output) == 0)
            doctor_server_read(server, output->bytes);
        if (server->known)
            return;
    }
}
