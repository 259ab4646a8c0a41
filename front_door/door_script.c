/* SPDX-License-Identifier: Apache-2.0 */
/* door_script.c: the files beside the program. */

#include "door_script.h"
#include "door_memory.h"

#include "common_app_others.h"
#include "common_apps.h"
#include "wire_fault.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define SETTINGS_FILE ".persist"
#define SETTINGS_MAX 65536

/* Extensions of scripts, in the order in which they are looked for. Those of
 * common_apps.h follow. */
static const char *const extensions[] = {".py", ".rb", ".pl", ".scm", ""};

#define EXTENSIONS (sizeof(extensions) / sizeof(extensions[0]))

static const char *read_text(int fd, const struct stat *info, char **text)
{
    if (info->st_size > SETTINGS_MAX)
        return "is longer than 64 KiB";
    size_t size = (size_t)info->st_size;
    *text = door_memory(size + 1, 1);
    if (read(fd, *text, size) != (ssize_t)size)
        return "cannot be read";
    return strlen(*text) == size ? NULL : "holds a NUL byte";
}

const char *door_script_settings(const door_place_t *place,
                                 door_settings_t *settings)
{
    struct stat info;
    const char *why;
    char *text = NULL;
    door_settings_default(settings);
    int fd = door_place_open(place, SETTINGS_FILE, &info, &why);
    if (fd < 0)
        return why;
    why = read_text(fd, &info, &text);
    close(fd);
    if (!why)
        why = door_settings_read(settings, text);
    return why ? door_print("%s/" SETTINGS_FILE ": %s", place->folder, why)
               : NULL;
}

char *door_script_beside(const door_settings_t *settings, const char *program)
{
    const char *last = strrchr(settings->daemon, '/');
    return door_print("%.*s/%s", (int)(last - settings->daemon),
                      settings->daemon, program);
}

/* A copy without an ending has the name of a script without one. */
static int is_this_program(const struct stat *info)
{
    struct stat ours;
    return stat("/proc/self/exe", &ours) == 0 && ours.st_dev == info->st_dev &&
           ours.st_ino == info->st_ino;
}

/* Returns 1 if the file is there, 0 if not, or -1 with *why. */
static int take(const door_place_t *place, const char *name,
                door_script_t *script, const char **why)
{
    script->path = door_print("%s/%s", place->folder, name);
    int fd = door_place_open(place, name, &script->info, why);
    if (fd < 0)
        return *why ? -1 : 0;
    close(fd);
    return !is_this_program(&script->info);
}

/* The file of module a.b is a/b.py, or a/b/__init__.py. */
static char *module_file(const char *app, size_t index)
{
    static const char *const forms[] = {".py", "/__init__.py"};
    if (index >= sizeof(forms) / sizeof(forms[0]))
        return NULL;
    char *name =
        door_print("%.*s%s", (int)strcspn(app, ":"), app, forms[index]);
    size_t dots = strcspn(app, ":");
    for (size_t i = 0; i < dots; i++)
        if (name[i] == '.')
            name[i] = '/';
    return name;
}

static int is_auto(const char *app)
{
    return app && strcasecmp(app, "auto") == 0;
}

/* The name to try at this index; NULL: none is left. */
static const char *app_name(const char *app, size_t index)
{
    if (is_auto(app)) {
        const common_app_t *convention = common_app_convention(index);
        return convention ? convention->name : NULL;
    }
    if (strchr(app, ':'))
        return module_file(app, index);
    return index == 0 ? app : NULL;
}

const char *door_script_name(const char *stem, size_t index)
{
    const common_app_t *known;
    if (index < EXTENSIONS)
        return door_print("%s%s", stem, extensions[index]);
    known = common_app_extension(index - EXTENSIONS);
    return known ? door_print("%s%s", stem, known->name) : NULL;
}

static void add(door_script_t *script, const char *word)
{
    script->command[script->words++] =
        (wire_bytes_t){(const uint8_t *)word, strlen(word)};
}

/* True if PersistInterpreter is for this file. */
static int has_interpreter(const door_settings_t *settings, const char *path)
{
    const char *extension = common_app_code_extension(path);
    return settings->extension && extension &&
           strcmp(settings->extension, extension) == 0;
}

static void add_interpreter(door_script_t *script,
                            const door_settings_t *settings, int as_options)
{
    for (size_t i = 0; has_interpreter(settings, script->path) &&
                       i < settings->interpreter_words;
         i++) {
        if (as_options)
            add(script, "--interpreter");
        script->command[script->words++] = settings->interpreter[i];
    }
}

/* What runs applications, and files that need a runner. */
static void launch(door_script_t *script, const door_settings_t *settings,
                   const char *folder)
{
    add(script, door_script_beside(settings, "persist-app"));
    if (folder) {
        add(script, "--folder");
        add(script, folder);
    }
    if (settings->app && strchr(settings->app, ':')) {
        add(script, "--object");
        add(script, settings->app);
    }
    if (is_auto(settings->app))
        add(script, "--auto");
    add_interpreter(script, settings, 1);
}

static void set_command(const door_place_t *place,
                        const door_settings_t *settings, door_script_t *script)
{
    const char *extension = strrchr(strrchr(script->path, '/'), '.');
    if (settings->app) {
        launch(script, settings, place->folder);
    } else if (settings->pool.mode == WIRE_MODE_CGI) {
        add(script, door_script_beside(settings, "persist-cgi-host"));
        add_interpreter(script, settings, 0);
    } else if (extension && common_app_is_script_extension(extension)) {
        launch(script, settings, NULL);
    } else {
        add_interpreter(script, settings, 0);
    }
}

static const char *missing(const door_place_t *place,
                           const door_settings_t *settings, const char *names)
{
    char others[COMMON_APP_OTHERS_SIZE] = "";
    int fault =
        settings->app ? WIRE_FAULT_NO_APPLICATION : WIRE_FAULT_NOT_FOUND;
    if (is_auto(settings->app))
        common_app_others(place->folder, others);
    return door_print("PERSIST%d: %s: looked in %s for %s%s", fault,
                      wire_fault_text(fault), place->folder, names, others);
}

const char *door_script_find(const door_place_t *place,
                             const door_settings_t *settings,
                             door_script_t *script)
{
    const char *name, *why = NULL, *names = "";
    script->words = 0;
    for (size_t i = 0;
         (name = settings->app ? app_name(settings->app, i)
                               : door_script_name(place->stem, i)) != NULL;
         i++) {
        int found = take(place, name, script, &why);
        if (found > 0)
            set_command(place, settings, script);
        if (found != 0)
            return why;
        names = door_print("%s%s%s", names, i ? ", " : "", name);
    }
    return missing(place, settings, names);
}
