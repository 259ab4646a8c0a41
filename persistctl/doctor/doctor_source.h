/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_source.h: what a source in Python says of the application in it. A
 * guess from its lines, for advice alone: nothing of it is run. */

#ifndef DOCTOR_SOURCE_H
#define DOCTOR_SOURCE_H

typedef enum doctor_own_server {
    DOCTOR_SERVER_NONE,
    DOCTOR_SERVER_MAIN,  /* where it runs as a program, or a function is called
                          */
    DOCTOR_SERVER_ALWAYS /* also where it is imported */
} doctor_own_server_t;

typedef struct doctor_source {
    char object[64]; /* "app", "create_app()"; "": none was found */
    char call[64];   /* what starts a server of its own: "app.run"; or "" */
    doctor_own_server_t server;
} doctor_source_t;

void doctor_source_read(doctor_source_t *source, const char *text);

#endif /* DOCTOR_SOURCE_H */
