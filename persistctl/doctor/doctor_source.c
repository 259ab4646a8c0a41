/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_source.c: looks for an application, and for a server of its own, line
 * by line. */

#include "doctor/doctor_source.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define LETTERS                                                                \
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789"
#define BLANKS " \t"

/* What makes an application of WSGI or ASGI. */
static const char *const makers[] = {"Flask",        "FastAPI",
                                     "Quart",        "Starlette",
                                     "Litestar",     "Bottle",
                                     "Sanic",        "get_wsgi_application",
                                     "APIFlask",     "get_asgi_application",
                                     "create_app",   "make_app",
                                     "make_wsgi_app"};

static const char *const factories[] = {"create_app", "make_app"};

/* What waits for visitors, and does not return. */
static const char *const servers[] = {
    "app.run",       "application.run", "uvicorn.run",
    "web.run_app",   "hypercorn.run",   "run_simple",
    "serve_forever", "waitress.serve",  "cherrypy.quickstart"};

static int is_one_of(const char *word, size_t len, const char *const *words,
                     size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i]) == len && strncmp(words[i], word, len) == 0)
            return 1;
    return 0;
}

/* "NAME = flask.Flask(", "NAME: Flask = Flask(" */
static void note_object(doctor_source_t *source, const char *line)
{
    size_t name = strspn(line, LETTERS);
    const char *at = line + strcspn(line, "=(#\n");
    if (name == 0 || name >= sizeof(source->object) || *at != '=' ||
        at[1] == '=' || isdigit((unsigned char)*line))
        return;
    at += 1 + strspn(at + 1, BLANKS);
    size_t len = strspn(at, LETTERS ".");
    if (at[len] != '(')
        return;
    for (const char *dot; (dot = memchr(at, '.', len)) != NULL; at = dot + 1)
        len -= (size_t)(dot + 1 - at);
    if (is_one_of(at, len, makers, COUNT(makers)))
        snprintf(source->object, sizeof(source->object), "%.*s", (int)name,
                 line);
}

/* "def create_app():", and "def create_app(config=None):" */
static void note_factory(doctor_source_t *source, const char *line)
{
    const char *name = line + 4 + strspn(line + 4, BLANKS);
    size_t len = strspn(name, LETTERS);
    const char *arguments = name + len;
    if (*arguments != '(' || !is_one_of(name, len, factories, COUNT(factories)))
        return;
    if (arguments[1] == ')' || memchr(arguments, '=', strcspn(arguments, ")")))
        snprintf(source->object, sizeof(source->object), "%.*s()", (int)len,
                 name);
}

/* A call may stand behind a condition, or be the end of a longer name. */
static const char *find_call(const char *line, size_t len, const char *name)
{
    size_t size = strlen(name);
    const char *at = line;
    while ((at = memmem(at, len - (size_t)(at - line), name, size)) != NULL) {
        int begins = at == line || !strchr(LETTERS, at[-1]);
        if (begins && at[size] == '(')
            return at;
        at += size;
    }
    return NULL;
}

static void note_server(doctor_source_t *source, const char *line)
{
    size_t len = strcspn(line, "#\n");
    int indented = *line == ' ' || *line == '\t' ||
                   strncmp(line, "if", 2) == 0 || strncmp(line, "def", 3) == 0;
    doctor_own_server_t server =
        indented ? DOCTOR_SERVER_MAIN : DOCTOR_SERVER_ALWAYS;
    for (size_t i = 0; i < COUNT(servers); i++)
        if (find_call(line, len, servers[i]) && server > source->server) {
            source->server = server;
            snprintf(source->call, sizeof(source->call), "%s()", servers[i]);
        }
}

void doctor_source_read(doctor_source_t *source, const char *text)
{
    *source = (doctor_source_t){.server = DOCTOR_SERVER_NONE};
    for (const char *line = text; *line;) {
        if (!source->object[0])
            note_object(source, line);
        if (!source->object[0] && strncmp(line, "def ", 4) == 0)
            note_factory(source, line);
        note_server(source, line);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
}
