/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_files.c: reads directories. */

#include "doctor/doctor_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Below the application's folder: where frameworks have databases. */
static const char *const places[] = {".", "data", "db", "instance", "storage"};
static const char *const endings[] = {".sqlite3", ".sqlite", ".db"};

static void take_one(int fd, const char *place, const char *name,
                     doctor_file_fn *take, void *context)
{
    char path[2 * NAME_MAX + 2];
    struct stat about;
    if (fstatat(fd, name, &about, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(about.st_mode))
        return;
    int is_top = strcmp(place, ".") == 0;
    snprintf(path, sizeof(path), "%s%s%s", is_top ? "" : place,
             is_top ? "" : "/", name);
    take(context, path, &about);
}

void doctor_files_each(const doctor_t *d, const char *place,
                       doctor_file_fn *take, void *context)
{
    char folder[PATH_MAX];
    struct dirent *entry;
    const char *path =
        strcmp(place, ".") == 0 ? d->folder : doctor_path(d, place, folder);
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
    while (directory && (entry = readdir(directory)) != NULL)
        take_one(fd, place, entry->d_name, take, context);
    if (directory)
        closedir(directory);
    else if (fd >= 0)
        close(fd);
}

typedef struct pick {
    doctor_file_fn *take;
    void *context;
} pick_t;

static void pick_database(void *context, const char *name,
                          const struct stat *about)
{
    const pick_t *pick = context;
    const char *ending = strrchr(name, '.');
    int is_hidden = !ending || ending == name || ending[-1] == '/';
    for (size_t i = 0; !is_hidden && i < sizeof(endings) / sizeof(endings[0]);
         i++)
        if (strcmp(ending, endings[i]) == 0)
            pick->take(pick->context, name, about);
}

void doctor_files_databases(const doctor_t *d, doctor_file_fn *take,
                            void *context)
{
    pick_t pick = {take, context};
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
        doctor_files_each(d, places[i], pick_database, &pick);
}
