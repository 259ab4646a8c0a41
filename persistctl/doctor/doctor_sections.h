/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_sections.h: which lines of httpd's configuration are for a folder. */

#ifndef DOCTOR_SECTIONS_H
#define DOCTOR_SECTIONS_H

#include "doctor/doctor_htaccess.h"

typedef enum doctor_section {
    DOCTOR_SECTION_SERVER,    /* of the main server: for all folders */
    DOCTOR_SECTION_ELSEWHERE, /* for other folders, or who knows for which */
    DOCTOR_SECTION_ABOVE,     /* <Directory> of a folder above, or a pattern */
    DOCTOR_SECTION_OWN        /* <Directory> of this folder */
} doctor_section_t;

/* Begins with zeros, and a folder. */
typedef struct doctor_sections {
    const char *folder; /* without symbolic links */
    int in_host, in_location;
    doctor_section_t directory;
    doctor_htaccess_t lines;
} doctor_sections_t;

/* Takes the next line of the configuration. <Directory> may name the folder
 * over symbolic links, or by a pattern; regular expressions, hosts' own lines
 * and values with variables (${…}) are left out. */
void doctor_sections_take(doctor_sections_t *sections,
                          const doctor_words_t *words);

#endif /* DOCTOR_SECTIONS_H */
