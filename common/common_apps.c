/* SPDX-License-Identifier: Apache-2.0 */
/* common_apps.c: the table of conventions. */

#include "common_apps.h"

#include "persist_build.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const common_language_t python = {
    .name = "Python",
    .system = PERSIST_PYTHON,
    .program = "python3",
    .runner = "python/run.py",
    .venvs = {".venv", "venv", "env"},
};
static const common_language_t ruby = {
    .name = "Ruby",
    .system = PERSIST_RUBY,
    .program = "ruby",
    .runner = "ruby/run.rb",
};
static const common_language_t lua = {
    .name = "Lua",
    .system = PERSIST_LUA,
    .program = "lua5.4",
    .runner = "lua/run.lua",
};
static const common_language_t node = {
    .name = "Node.js",
    .system = "",
    .program = "node",
    .runner = "node/run.js",
};

/* In the order in which a folder is searched. A new name comes last, so that no
 * folder gets another application. */
static const common_app_t conventions[] = {
    {"app.wsgi", &python, "WSGI"},     {"wsgi.py", &python, "WSGI"},
    {"asgi.py", &python, "ASGI"},      {"passenger_wsgi.py", &python, "WSGI"},
    {"config.ru", &ruby, "Rack"},      {"app.py", &python, NULL},
    {"main.py", &python, NULL},        {"application.py", &python, NULL},
    {"app.js", &node, NULL},           {"server.js", &node, NULL},
    {COMMON_APP_PACKAGE, &node, NULL},
};

static const common_app_t extensions[] = {
    {".wsgi", &python, "WSGI"}, {".asgi", &python, "ASGI"},
    {".ru", &ruby, "Rack"},     {".lua", &lua, "Lua"},
    {".py", &python, NULL},     {".js", &node, NULL},
    {".mjs", &node, NULL},      {".cjs", &node, NULL},
    {".ts", &node, NULL},
};

static const common_app_t *find(const common_app_t *rows, size_t count,
                                const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const common_app_t *common_app_convention(size_t index)
{
    return index < COUNT(conventions) ? &conventions[index] : NULL;
}

const common_app_t *common_app_extension(size_t index)
{
    return index < COUNT(extensions) ? &extensions[index] : NULL;
}

const common_app_t *common_app_find(const char *path)
{
    const char *name = last_name(path);
    const common_app_t *app = find(conventions, COUNT(conventions), name);
    const char *dot = strrchr(name, '.');
    if (app || !dot)
        return app;
    return find(extensions, COUNT(extensions), dot);
}

int common_app_is_loaded(const char *path)
{
    const common_app_t *app =
        find(conventions, COUNT(conventions), last_name(path));
    return app && app->interface;
}

const char *common_app_code_extension(const char *path)
{
    const char *name = last_name(path);
    return strcmp(name, COMMON_APP_PACKAGE) == 0 ? ".js" : strrchr(name, '.');
}

/* A .py file may be a script of any kind; the others have an interface. */
int common_app_is_script_extension(const char *extension)
{
    const common_app_t *app = find(extensions, COUNT(extensions), extension);
    return app && app->interface;
}
