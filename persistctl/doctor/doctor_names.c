/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_names.c: chooses the files of the folder that are asked for, as a
 * visitor would. */

#include "doctor/doctor_files.h"

#include <stdlib.h>
#include <string.h>

enum { DATABASES_MAX = 20, OWN_MAX = 20 };

static const char *const secrets[] = {
    ".env",      ".git/config",       "db.sqlite3",
    "Gemfile",   "requirements.txt",  "config/database.yml",
    "manage.py", "config/master.key",
};

/* The worst first. A folder of scripts also has files for its visitors, so the
 * others are asked for in that of an application alone. */
static const char *const endings[] = {".key",  ".pem", ".db",  ".sqlite",
                                      ".sql",  ".ini", ".yml", ".log",
                                      ".json", ".txt"};
enum { SECRET_ENDINGS = 5 };

/* What a site shows to everybody, perhaps by its application. */
static const char *const shown[] = {
    "robots.txt",   "humans.txt",    "ads.txt", "app-ads.txt",
    "security.txt", "manifest.json", "llms.txt"};

static int is_one_of(const char *name, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], name) == 0)
            return 1;
    return 0;
}

void doctor_names_add(doctor_names_t *names, const char *name)
{
    char *copy = NULL;
    if (names->count < DOCTOR_NAMES_MAX &&
        !is_one_of(name, (const char *const *)names->list, names->count))
        copy = strdup(name);
    if (copy)
        names->list[names->count++] = copy;
}

typedef struct choice {
    doctor_names_t *names;
    size_t max;         /* of names in all */
    const char *ending; /* NULL: any */
} choice_t;

static void choose(void *context, const char *name, const struct stat *about)
{
    choice_t *choice = context;
    const char *ending = strrchr(name, '.');
    if (choice->names->count >= choice->max || (about->st_mode & 0111) ||
        is_one_of(name, shown, sizeof(shown) / sizeof(shown[0])) ||
        (choice->ending && (!ending || strcmp(ending, choice->ending) != 0)))
        return;
    doctor_names_add(choice->names, name);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void choose_own(doctor_names_t *names, const doctor_t *d)
{
    size_t first = names->count;
    size_t count =
        d->is_app ? sizeof(endings) / sizeof(endings[0]) : SECRET_ENDINGS;
    for (size_t i = 0; i < count; i++) {
        choice_t choice = {names, first + OWN_MAX, endings[i]};
        doctor_files_each(d, ".", choose, &choice);
    }
    qsort(names->list + first, names->count - first, sizeof(*names->list),
          by_text);
}

void doctor_names_find(doctor_names_t *names, const doctor_t *d)
{
    *names = (doctor_names_t){.count = 0};
    if (d->entry[0])
        doctor_names_add(names, doctor_entry_name(d));
    for (size_t i = 0; i < sizeof(secrets) / sizeof(secrets[0]); i++)
        doctor_names_add(names, secrets[i]);
    choice_t choice = {names, names->count + DATABASES_MAX, NULL};
    doctor_files_databases(d, choose, &choice);
    choose_own(names, d);
}

void doctor_names_clear(doctor_names_t *names)
{
    while (names->count > 0)
        free(names->list[--names->count]);
}
