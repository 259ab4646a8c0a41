/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_run.h: runs a program, without a shell, for a limited time, and keeps
 * what it prints. */

#ifndef DOCTOR_RUN_H
#define DOCTOR_RUN_H

#include "doctor/doctor_access.h"

#include <stddef.h>

typedef struct doctor_run {
    const char *const *words; /* the program, sought in PATH, and arguments */
    const doctor_who_t *as;   /* the user, if we are root; NULL: ourselves */
    const char *folder;       /* the working directory; NULL: ours */
    char *const *environment; /* NULL: ours, but little of root's for others */
    int seconds;              /* after which it is killed */
    int with_errors;          /* keep its standard error, too */
} doctor_run_t;

/* What a program printed, with a NUL after it. More than that is dropped, and
 * the program killed. */
typedef struct doctor_output {
    char bytes[128 * 1024];
    size_t len;
} doctor_output_t;

/* Returns the exit status, 127 if there is no such program, 128 + N if signal N
 * killed it, or -1 with errno: ETIMEDOUT, or why it could not be started. */
int doctor_run(const doctor_run_t *run, doctor_output_t *output);

#endif /* DOCTOR_RUN_H */
