/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_entry.c: the application's file: that of PersistApp, or of a pool. */

#include "doctor/doctor.h"

#include "common_apps.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

const char *doctor_entry_name(const doctor_t *d)
{
    return d->entry + strlen(d->folder) + 1;
}

/* .htaccess outranks the server's configuration. */
const char *doctor_app(const doctor_t *d)
{
    return d->lines.app || d->lines.off ? d->lines.app : d->sections.lines.app;
}

int doctor_is_configured(const doctor_t *d)
{
    return !doctor_htaccess_runs(&d->lines) && !d->lines.off &&
           doctor_htaccess_runs(&d->sections.lines);
}

static int is_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

static void take(doctor_t *d, const char *name)
{
    char path[PATH_MAX];
    if (!d->entry[0] && is_file(doctor_path(d, name, path)))
        memcpy(d->entry, path, sizeof(path));
}

static void discover(doctor_t *d)
{
    const common_app_t *app;
    for (size_t i = 0; (app = common_app_convention(i)) != NULL; i++)
        take(d, app->name);
}

/* "shop.wsgi:application" stands in shop/wsgi.py, or shop/wsgi/__init__.py. */
static void find_module(doctor_t *d, const char *object)
{
    char name[PATH_MAX / 2], file[PATH_MAX];
    snprintf(name, sizeof(name), "%.*s", (int)strcspn(object, ":"), object);
    for (char *dot = name; (dot = strchr(dot, '.')) != NULL;)
        *dot = '/';
    d->object = object;
    snprintf(file, sizeof(file), "%s.py", name);
    take(d, file);
    snprintf(file, sizeof(file), "%s/__init__.py", name);
    take(d, file);
}

void doctor_find_entry(doctor_t *d)
{
    const char *app = doctor_app(d);
    d->is_app = app || d->lines.lone_handler ||
                (!d->lines.script_handler && !d->is_cgi && !d->entry[0]);
    if (!d->is_app || d->entry[0])
        return;
    if (!app || strcmp(app, "auto") == 0)
        discover(d);
    else if (strchr(app, ':'))
        find_module(d, app);
    else
        take(d, app);
}

int doctor_knows_entry(const doctor_t *d)
{
    return d->entry[0] &&
           (!d->is_app || doctor_app(d) || d->lines.lone_handler);
}

static int is_same(const char *path, const char *other)
{
    struct stat a, b;
    return stat(path, &a) == 0 && stat(other, &b) == 0 &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* The script's path may lead over links: its end is its way in the folder. */
void doctor_learn_entry(doctor_t *d, const char *script)
{
    char path[PATH_MAX];
    const char *at = script + strlen(script);
    while (at > script) {
        at -= *at == '/';
        while (at > script && *at != '/')
            at--;
        if (*at == '/' && is_same(doctor_path(d, at + 1, path), script)) {
            memcpy(d->entry, path, sizeof(path));
            return;
        }
    }
}
