/* SPDX-License-Identifier: Apache-2.0 */
/* door_script.h: which script this copy of persist-cgi stands for, with its
 * settings and the command that runs it. */

#ifndef DOOR_SCRIPT_H
#define DOOR_SCRIPT_H

#include "door_place.h"
#include "door_settings.h"

/* The words before the script's name, of PersistInterpreter or of ours. */
#define DOOR_SCRIPT_WORDS (DOOR_SETTINGS_WORDS * 2 + 8)

typedef struct door_script {
    const char *path; /* absolute */
    struct stat info;
    wire_bytes_t command[DOOR_SCRIPT_WORDS];
    size_t words; /* 0: the script itself is executed */
} door_script_t;

/* Reads .persist beside the program, if there is one. Returns NULL, or why it
 * is refused: a sentence for the log. */
const char *door_script_settings(const door_place_t *place,
                                 door_settings_t *settings);

/* Finds and judges the script: the application that PersistApp names, or the
 * file with the name of the program and another extension. Returns NULL, or why
 * there is none; script->path is then that of the file that is refused, or of
 * the last one that is not there. */
const char *door_script_find(const door_place_t *place,
                             const door_settings_t *settings,
                             door_script_t *script);

/* The name at this index under which the script of a copy is looked for: its
 * stem with an extension. NULL: no more. */
const char *door_script_name(const char *stem, size_t index);

/* The path of another program beside persistd. */
char *door_script_beside(const door_settings_t *settings, const char *program);

#endif /* DOOR_SCRIPT_H */
