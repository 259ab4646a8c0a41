/* SPDX-License-Identifier: Apache-2.0 */
/* common_app_others.c: reads a folder in which no application was found. */

#include "common_app_others.h"

#include "common_apps.h"

/* Like common_apps.c this is not of the core that gem, rock and wheel bring. */
#include "persist_build.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

enum { LOOKS = 1000, FOUND = 5 };

/* NULL: the file is no application, and nothing is said of it. */
static const struct {
    const char *name, *why;
} reasons[] = {
    {"manage.py", "Django's commands: name PROJECT.wsgi:application"},
    {"setup.py", NULL},
    {"conftest.py", NULL},
    {"Gemfile", "Ruby needs a config.ru"},
    {"app.rb", "Ruby needs a config.ru"},
    {"index.php", "PHP is not run by PersistApp"},
};

static int is_plain(const char *name)
{
    for (const char *at = name; *at; at++)
        if (iscntrl((unsigned char)*at))
            return 0;
    return *name != '.';
}

static int is_convention(const char *name)
{
    const common_app_t *app;
    for (size_t i = 0; (app = common_app_convention(i)) != NULL; i++)
        if (strcmp(app->name, name) == 0)
            return 1;
    return 0;
}

/* A file of a conventional name would have been taken. */
static const char *reason_of(const char *name)
{
    for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
        if (strcmp(name, reasons[i].name) == 0)
            return reasons[i].why;
    if (!is_plain(name) || !common_app_find(name))
        return NULL;
    return is_convention(name) ? "no regular file that can be reached"
                               : "another name: it has to be named";
}

/* Returns whether it had room. */
static int add(char *text, const char *name, const char *why)
{
    size_t used = strlen(text), room = COMMON_APP_OTHERS_SIZE - used;
    int len = snprintf(text + used, room, "%s %s (%s)",
                       used ? "," : "; found are", name, why);
    if (len >= 0 && (size_t)len < room)
        return 1;
    text[used] = '\0';
    return 0;
}

void common_app_others(const char *folder, char text[COMMON_APP_OTHERS_SIZE])
{
    const struct dirent *entry;
    int found = 0;
    text[0] = '\0';
    DIR *directory = opendir(folder);
    for (int i = 0; directory && i < LOOKS && found < FOUND &&
                    (entry = readdir(directory)) != NULL;
         i++) {
        const char *why = reason_of(entry->d_name);
        found += why && add(text, entry->d_name, why);
    }
    if (directory)
        closedir(directory);
}
