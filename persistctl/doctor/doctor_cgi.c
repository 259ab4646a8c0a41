/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_cgi.c: what persist-cgi does at the beginning of a request, step by
 * step. */

#include "doctor/doctor_cgi.h"

#include "ctl_front_door.h"
#include "doctor/doctor_mend.h"
#include "doctor/doctor_report.h"
#include "door_memory.h"
#include "door_programs.h"
#include "door_script.h"

#include "common_shell.h"
#include "persist_build.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECONDS 10

static int is_there(const doctor_t *d, const char *name, char path[PATH_MAX])
{
    return access(doctor_path(d, name, path), F_OK) == 0;
}

/* "app.cgi" of "app.py". A file without an extension has one, too. */
static int is_copy_of_entry(const doctor_t *d, char path[PATH_MAX])
{
    char name[NAME_MAX + sizeof(".cgi")];
    const char *entry = doctor_entry_name(d);
    snprintf(name, sizeof(name), "%.*s.cgi", (int)strcspn(entry, "."), entry);
    return is_there(d, name, path);
}

/* A program of somebody else has no script with its name beside it. */
static int has_script(const doctor_t *d, const char *copy)
{
    char stem[NAME_MAX + 1], path[PATH_MAX];
    const char *dot = strchr(copy, '.'), *name;
    struct stat about;
    if (!dot || strcmp(dot, ".cgi") != 0)
        return 0;
    snprintf(stem, sizeof(stem), "%.*s", (int)(dot - copy), copy);
    for (size_t i = 0; (name = door_script_name(stem, i)) != NULL; i++)
        if (stat(doctor_path(d, name, path), &about) == 0 &&
            S_ISREG(about.st_mode))
            return 1;
    return 0;
}

static int find_any(const doctor_t *d, char path[PATH_MAX])
{
    DIR *folder = opendir(d->folder);
    struct dirent *entry;
    int found = 0;
    while (folder && !found && (entry = readdir(folder)) != NULL)
        found =
            has_script(d, entry->d_name) && is_there(d, entry->d_name, path);
    if (folder)
        closedir(folder);
    return found;
}

int doctor_cgi_copy(const doctor_t *d, char path[PATH_MAX])
{
    if (d->entry[0] && is_copy_of_entry(d, path))
        return 1;
    if (!d->entry[0] && !d->lines.app && find_any(d, path))
        return 1;
    return is_there(d, "index.cgi", path);
}

int doctor_cgi_is(const doctor_t *d)
{
    char path[PATH_MAX];
    return is_there(d, ".persist", path) ||
           (d->entry[0] ? is_copy_of_entry(d, path) : find_any(d, path));
}

static void mend_copy(const char *copy)
{
    doctor_mend_file(copy, ctl_front_door(), "~cp % @ && ~chmod 755 @");
}

/* Runs the copy, which may be another program after all, with an empty
 * environment and as the user that would run it. */
static int says_version(doctor_t *d, const char *copy)
{
    const char *const words[] = {copy, "--version", NULL};
    char *none[] = {NULL};
    const doctor_run_t run = {.words = words,
                              .as = d->who.name[0] ? &d->who : NULL,
                              .environment = none,
                              .seconds = SECONDS};
    return doctor_run(&run, &d->output) == 0;
}

/* Returns 1 if the copy can serve. */
static int check_copy(doctor_t *d, const char *copy)
{
    char where[PATH_MAX];
    if (!doctor_may_run(d, copy, where))
        return 1;
    if (access(copy, X_OK) != 0 || !says_version(d, copy)) {
        doctor_say(DOCTOR_WRONG, "persist-cgi",
                   "%s cannot be run, or is another program", copy);
    } else if (strcmp(d->output.bytes, "persist-cgi " PERSIST_VERSION "\n")) {
        doctor_say(DOCTOR_WRONG, "persist-cgi", "%s is %s, and persistd %s",
                   copy, d->output.bytes, PERSIST_VERSION);
    } else {
        doctor_say(DOCTOR_WELL, "persist-cgi", "%s is that of " PERSIST_VERSION,
                   copy);
        return 1;
    }
    mend_copy(copy);
    return 0;
}

/* What door_place_find() does in the copy, whose owner counts besides the user
 * that runs it. Returns 1 if the folder can be served. */
static int make_place(const doctor_t *d, const char *copy, door_place_t *place)
{
    struct stat about;
    const char *name = strrchr(copy, '/') + 1;
    memset(place, 0, sizeof(*place));
    memcpy(place->folder, d->folder, sizeof(place->folder));
    snprintf(place->stem, sizeof(place->stem), "%.*s", (int)strcspn(name, "."),
             name);
    place->fd = open(place->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (place->fd < 0 || stat(copy, &about) != 0)
        return 0;
    place->trust =
        (door_trust_t){d->who.name[0] ? d->who.uid : geteuid(), about.st_uid};
    return 1;
}

/* Names all that is wrong at once. */
static int trusts_all(const door_place_t *place, const char *copy)
{
    int folder = doctor_cgi_trusts(place, "");
    int program = doctor_cgi_trusts(place, strrchr(copy, '/') + 1);
    int settings = doctor_cgi_trusts(place, ".persist");
    return folder && program && settings;
}

/* The sentence ends with what it wants instead. */
static void blame_settings(const char *why)
{
    const char *give = strstr(why, ": give ");
    doctor_say(DOCTOR_WRONG, ".persist", "%.*s",
               (int)(give ? (size_t)(give - why) : strlen(why)), why);
    if (give)
        doctor_mend("%s", give + 2);
}

static int check_settings(const door_place_t *place, door_settings_t *settings)
{
    const char *why = door_script_settings(place, settings);
    if (why)
        blame_settings(why);
    else
        doctor_say(DOCTOR_WELL, ".persist", "all lines are right");
    return !why;
}

/* Programs that were copied by ftp have modes of any kind. */
static void mend_modes(const char *folder)
{
    char path[PATH_MAX];
    struct stat about;
    struct dirent *entry;
    DIR *directory = opendir(folder);
    doctor_mend_file(folder, NULL, "~chmod 755 @");
    while (directory && (entry = readdir(directory)) != NULL)
        if (strncmp(entry->d_name, "persist", 7) == 0 &&
            snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name) <
                PATH_MAX &&
            lstat(path, &about) == 0 && (about.st_mode & 07777) != 0755)
            doctor_mend_file(path, NULL, "~chmod 755 @");
    if (directory)
        closedir(directory);
}

/* The sentence says how another owner or a link is mended. */
static void blame_programs(const char *daemon, const char *why)
{
    const char *folder =
        door_print("%.*s", (int)(strrchr(daemon, '/') - daemon), daemon);
    doctor_say(DOCTOR_WRONG, "persistd", "%s", why);
    if (strstr(why, ": chmod go-w"))
        doctor_mend_file(folder, NULL, "~chmod -R go-w @");
    else if (strstr(why, ": chmod 755"))
        mend_modes(folder);
}

/* Finds persistd, among programs that were copied by hand, too. */
static int check_programs(const door_place_t *place, door_settings_t *settings)
{
    const char *why = door_programs_find(place, settings);
    if (why)
        blame_programs(settings->daemon, why);
    return !why;
}

static void blame_script(const doctor_t *d, const door_place_t *place,
                         const char *path, const char *why)
{
    if (!doctor_cgi_trusts(place, path + strlen(place->folder) + 1))
        return;
    doctor_say(DOCTOR_WRONG, "script", "%s", why);
    doctor_mend("PersistApp auto in %s/.persist, for an application; or give "
                "the copy of persist-cgi the name of the script",
                common_shell_quote(d->folder));
}

static void check_script(doctor_t *d, const door_place_t *place,
                         const door_settings_t *settings)
{
    static door_script_t script;
    const char *why = door_script_find(place, settings, &script);
    if (why) {
        blame_script(d, place, script.path, why);
        return;
    }
    snprintf(d->entry, sizeof(d->entry), "%s", script.path);
    doctor_say(DOCTOR_WELL, "script", "%s", d->entry);
}

void doctor_cgi(doctor_t *d)
{
    static door_place_t place;
    static door_settings_t settings;
    char copy[PATH_MAX];
    if (!doctor_cgi_copy(d, copy)) {
        doctor_say(DOCTOR_WRONG, "persist-cgi", "there is no copy of it in %s",
                   d->folder);
        mend_copy(copy);
        return;
    }
    if (!check_copy(d, copy) || !make_place(d, copy, &place) ||
        !trusts_all(&place, copy) || !check_settings(&place, &settings) ||
        !check_programs(&place, &settings))
        return;
    check_script(d, &place, &settings);
    doctor_cgi_own(d, &settings);
}
