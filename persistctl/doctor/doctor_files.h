/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_files.h: the files that lie in the folder. */

#ifndef DOCTOR_FILES_H
#define DOCTOR_FILES_H

#include "doctor/doctor.h"

#include <sys/stat.h>

/* Is called with a file by its path in the folder: "db.sqlite3", "data/x.db".
 */
typedef void doctor_file_fn(void *context, const char *name,
                            const struct stat *about);

/* Goes through the regular files of the folder ("."), or of one below it. What
 * is a symbolic link is left out: who follows a line that mends must not open
 * what somebody else chose. */
void doctor_files_each(const doctor_t *d, const char *place,
                       doctor_file_fn *take, void *context);

/* Goes through the databases of SQLite where frameworks have them. */
void doctor_files_databases(const doctor_t *d, doctor_file_fn *take,
                            void *context);

enum { DOCTOR_NAMES_MAX = 64 };

/* Names of files in the folder, each once. */
typedef struct doctor_names {
    char *list[DOCTOR_NAMES_MAX];
    size_t count;
} doctor_names_t;

/* Adds a name, if there is room. */
void doctor_names_add(doctor_names_t *names, const char *name);

/* Finds what visitors must not get: the entry file, files of frameworks that
 * have secrets, databases, and some of the folder's own files that nothing
 * runs. */
void doctor_names_find(doctor_names_t *names, const doctor_t *d);

void doctor_names_clear(doctor_names_t *names);

#endif /* DOCTOR_FILES_H */
