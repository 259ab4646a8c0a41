/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_configuration.c: reads httpd's configuration files, as far as the
 * caller may, for what they say of the folder. */

#include "doctor/doctor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONFIGURATION_MAX (1024 * 1024)

static void read_text(doctor_t *d, char *text)
{
    doctor_words_t words;
    while (doctor_words_next(&text, &words)) {
        doctor_sites_take(&d->sites, &words);
        doctor_sections_take(&d->sections, &words);
    }
}

static void read_file(doctor_t *d, const char *path, char *text)
{
    FILE *file = fopen(path, "re");
    if (!file)
        return;
    size_t len = fread(text, 1, CONFIGURATION_MAX - 1, file);
    text[len] = '\0';
    fclose(file);
    read_text(d, text);
}

void doctor_configuration(doctor_t *d)
{
    char *text = malloc(CONFIGURATION_MAX), *rest = NULL;
    d->sites.folder = d->sections.folder = d->folder;
    d->sites.has_userdir = d->server.has_userdir;
    for (char *path = strtok_r(d->server.files, "\n", &rest); text && path;
         path = strtok_r(NULL, "\n", &rest))
        read_file(d, path, text);
    free(text);
}
