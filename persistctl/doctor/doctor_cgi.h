/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_cgi.h: a folder that a web server without the module serves through
 * copies of persist-cgi. The rules are those of persist-cgi itself
 * (front_door/). */

#ifndef DOCTOR_CGI_H
#define DOCTOR_CGI_H

#include "doctor/doctor.h"
#include "door_place.h"
#include "door_settings.h"

/* Finds the copy: that beside the script, index.cgi, or the only one that has a
 * script beside it. Writes its path, or the one where it should be. Returns 1
 * if it is there, else 0. */
int doctor_cgi_copy(const doctor_t *d, char path[PATH_MAX]);

/* True if the folder has a file .persist, or a copy beside a script. */
int doctor_cgi_is(const doctor_t *d);

/* Checks copy, files, settings and script; sets d->entry if it is empty. Then
 * persistd. */
void doctor_cgi(doctor_t *d);

/* Judges owner and mode of a file of the folder, or with "" of the folder
 * itself. Returns 1 if persist-cgi takes it, or it is not there. */
int doctor_cgi_trusts(const door_place_t *place, const char *name);

/* The runtime directory, persistd, and why its last start failed. */
void doctor_cgi_own(doctor_t *d, const door_settings_t *settings);

#endif /* DOCTOR_CGI_H */
