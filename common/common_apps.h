/* SPDX-License-Identifier: Apache-2.0 */
/* common_apps.h: which file of a folder is its application, by convention, and
 * which language a file's name means. One table for httpd, persist-app and
 * persistctl; nothing here looks at the file system. */

#ifndef COMMON_APPS_H
#define COMMON_APPS_H

#include <stddef.h>

/* Names the file of an application for Node.js, and is none itself. */
#define COMMON_APP_PACKAGE "package.json"

/* A language that has a runner. */
typedef struct common_language {
    const char *name;    /* for readers: "Python" */
    const char *system;  /* the interpreter that configure found, or "" */
    const char *program; /* the one that is looked for in PATH: "python3" */
    const char *runner;  /* below the folder of runners: "python/run.py" */
    /* Folders of an application that may be a virtual environment, in order,
     * then NULL. The language may have none. common_venv.h follows them. */
    const char *venvs[4];
} common_language_t;

/* What the name of a file says of the application in it. */
typedef struct common_app {
    const char *name; /* "app.wsgi", or the extension alone: ".wsgi" */
    const common_language_t *language;
    /* "WSGI", "ASGI", "Rack" or "Lua"; NULL: the application itself tells */
    const char *interface;
} common_app_t;

/* Returns the names by which an application is found in a folder, as
 * `PersistApp auto` looks for them: index 0 first. NULL follows the last. */
const common_app_t *common_app_convention(size_t index);

/* Returns the row of a path: that of its whole last name, if it is one of the
 * conventions, or else that of its extension. NULL: no language is known. */
const common_app_t *common_app_find(const char *path);

/* Returns the extensions that are known: index 0 first. NULL follows the last.
 */
const common_app_t *common_app_extension(size_t index);

/* True if the last name of the path is a convention that has an interface. A
 * runner loads such a file, and it is never executed by itself. */
int common_app_is_loaded(const char *path);

/* Returns the extension for which PersistInterpreter names what runs this entry
 * file: its own, or .js for package.json. NULL: it has none. */
const char *common_app_code_extension(const char *path);

/* True if `extension` (with its dot) means an application wherever such a file
 * is run as a script: .wsgi, .asgi, .ru, .lua, but not .py. */
int common_app_is_script_extension(const char *extension);

#endif /* COMMON_APPS_H */
