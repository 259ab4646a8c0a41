/* SPDX-License-Identifier: Apache-2.0 */
/* door_settings.h: the file .persist: directives of mod_persist, one a line.
 * Reading is pure; the file is opened by door_script.c. */

#ifndef DOOR_SETTINGS_H
#define DOOR_SETTINGS_H

#include "wire_message.h"

#define DOOR_SETTINGS_WORDS 32
#define DOOR_SETTINGS_ENV 64

typedef struct door_settings {
    wire_pool_settings_t pool;
    uint64_t queue_length, queue_ms;
    uint64_t soft_ms;
    uint64_t max_body;                        /* bytes; 0: no limit */
    uint64_t buffer_request, buffer_response; /* PersistBuffer, bytes; 0: off */
    uint64_t max_workers, max_pools, stop_ms;
    uint64_t own_ms;         /* PersistOwnTimeout */
    const char *app;         /* PersistApp: auto, a file or module:name */
    const char *mount;       /* PersistMount; NULL: as the server says */
    const char *runtime_dir; /* NULL: door_runtime.c chooses */
    const char *daemon;      /* PersistDaemon; NULL: door_programs.c chooses */
    /* PersistInterpreter, of one extension; extension NULL: none. */
    const char *extension;
    wire_bytes_t interpreter[DOOR_SETTINGS_WORDS];
    size_t interpreter_words;
    wire_bytes_t environment[DOOR_SETTINGS_ENV * 2]; /* name, value, … */
    size_t environment_words;
} door_settings_t;

/* True for CGI programs that know nothing of us: PersistMode cgi, which has no
 * effect for an application. */
int door_settings_is_cgi(const door_settings_t *settings);

/* Sets the defaults. */
void door_settings_default(door_settings_t *settings);

/* Reads the text, which it changes; the settings point into it. Returns NULL,
 * or what is wrong in which line: a sentence for the log. */
const char *door_settings_read(door_settings_t *settings, char *text);

#endif /* DOOR_SETTINGS_H */
