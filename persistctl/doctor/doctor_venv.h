/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_venv.h: a virtual environment of Python's in the folder. */

#ifndef DOCTOR_VENV_H
#define DOCTOR_VENV_H

#include "doctor/doctor.h"

/* Checks .venv, venv or env, whichever the application would run in; prints
 * nothing if there is none. Returns 0, or -1 if it is broken. */
int doctor_venv(doctor_t *d);

#endif /* DOCTOR_VENV_H */
