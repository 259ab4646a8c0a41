/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_http.h: fetches a URL, as a visitor would, by curl(1). */

#ifndef DOCTOR_HTTP_H
#define DOCTOR_HTTP_H

#include "doctor/doctor_run.h"

typedef struct doctor_answer {
    int status;       /* of the last response; 0: there was none */
    const char *body; /* in the output; 64 KiB of it at most */
    size_t len;
    int late; /* the time was over first */
} doctor_answer_t;

/* Returns true if curl is there. */
int doctor_http_can(doctor_output_t *output);

/* Fetches the beginning of the URL and follows redirects, for ten seconds at
 * most. `address`: connects there instead of to the URL's host; "": to the
 * host. `as`: the user who does it, if we are root; NULL: ourselves. */
void doctor_http_get(doctor_answer_t *answer, const char *url,
                     const char *address, const doctor_who_t *as,
                     doctor_output_t *output);

/* Splits what curl printed, heads and a body. */
void doctor_http_read(doctor_answer_t *answer, const doctor_output_t *output);

#endif /* DOCTOR_HTTP_H */
