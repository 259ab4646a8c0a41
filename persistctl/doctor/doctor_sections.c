/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_sections.c: follows <Directory>, <VirtualHost> and <Location> from
 * line to line. */

#include "doctor/doctor_sections.h"

#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* "<Directory", "<VirtualHost>" */
static int begins(const doctor_words_t *words, const char *section)
{
    return words->count > 0 &&
           strncasecmp(words->at[0], section, strlen(section)) == 0;
}

static int is_at_or_above(const char *path, const char *folder)
{
    size_t len = strcmp(path, "/") == 0 ? 0 : strlen(path);
    return strncmp(path, folder, len) == 0 &&
           (folder[len] == '/' || folder[len] == '\0');
}

static doctor_section_t judge_pattern(const char *pattern, const char *folder)
{
    return fnmatch(pattern, folder, FNM_PATHNAME | FNM_LEADING_DIR) == 0
               ? DOCTOR_SECTION_ABOVE
               : DOCTOR_SECTION_ELSEWHERE;
}

static doctor_section_t judge(const char *path, const char *folder)
{
    char real[PATH_MAX];
    if (strpbrk(path, "*?["))
        return judge_pattern(path, folder);
    if (!realpath(path, real) || !is_at_or_above(real, folder))
        return DOCTOR_SECTION_ELSEWHERE;
    return strcmp(real, folder) == 0 ? DOCTOR_SECTION_OWN
                                     : DOCTOR_SECTION_ABOVE;
}

/* <Directory /srv/www>, <Directory "/srv/www">, <Directory ~ "^/srv"> */
static doctor_section_t judge_line(const doctor_words_t *words,
                                   const char *folder)
{
    char path[PATH_MAX];
    size_t len = words->count > 1 ? strcspn(words->at[1], ">") : 0;
    int is_path = len > 0 && len < sizeof(path) &&
                  strcasecmp(words->at[0], "<Directory") == 0 &&
                  strcmp(words->at[1], "~") != 0;
    if (!is_path)
        return DOCTOR_SECTION_ELSEWHERE;
    memcpy(path, words->at[1], len);
    path[len] = '\0';
    return judge(path, folder);
}

/* Returns 0 if the line is none that begins or ends a section. */
static int enter(doctor_sections_t *sections, const doctor_words_t *words)
{
    if (begins(words, "<VirtualHost"))
        sections->in_host = 1;
    else if (begins(words, "</VirtualHost"))
        sections->in_host = 0;
    else if (begins(words, "<Location"))
        sections->in_location = 1;
    else if (begins(words, "</Location"))
        sections->in_location = 0;
    else if (begins(words, "<Directory"))
        sections->directory = judge_line(words, sections->folder);
    else if (begins(words, "</Directory"))
        sections->directory = DOCTOR_SECTION_SERVER;
    else
        return 0;
    return 1;
}

static int is_for_folder(const doctor_sections_t *sections)
{
    if (sections->in_location)
        return 0;
    return sections->directory == DOCTOR_SECTION_SERVER
               ? !sections->in_host
               : sections->directory != DOCTOR_SECTION_ELSEWHERE;
}

static int has_variable(const doctor_words_t *words)
{
    for (int i = 1; i < words->count; i++)
        if (strstr(words->at[i], "${"))
            return 1;
    return 0;
}

/* PersistApp makes that folder alone an application for which it stands. */
void doctor_sections_take(doctor_sections_t *sections,
                          const doctor_words_t *words)
{
    if (enter(sections, words) || !is_for_folder(sections) ||
        has_variable(words) ||
        (doctor_words_is(words, "PersistApp") &&
         sections->directory != DOCTOR_SECTION_OWN))
        return;
    doctor_htaccess_take(&sections->lines, words);
}
