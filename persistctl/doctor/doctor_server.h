/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_server.h: what httpd's configuration says, as far as the caller may
 * read it. */

#ifndef DOCTOR_SERVER_H
#define DOCTOR_SERVER_H

#include "doctor/doctor_run.h"

typedef struct doctor_server {
    int known;         /* httpd printed its modules */
    int has_module;    /* persist_module is among them */
    int has_userdir;   /* so is userdir_module */
    char user[64];     /* "" if not known */
    char files[65536]; /* configuration files, each on a line */
} doctor_server_t;

/* Runs apachectl or httpd -t -D DUMP_…, which check the configuration and
 * change nothing. */
void doctor_server_ask(doctor_server_t *server, doctor_output_t *output);

/* Reads what they print; overwrites the text. */
void doctor_server_read(doctor_server_t *server, char *text);

#endif /* DOCTOR_SERVER_H */
