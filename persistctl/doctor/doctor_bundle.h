/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_bundle.h: the gems of an application in Ruby. */

#ifndef DOCTOR_BUNDLE_H
#define DOCTOR_BUNDLE_H

#include "doctor/doctor.h"

/* Checks whether the gems of the folder's Gemfile are installed; prints nothing
 * if there is none. Returns 0, or -1 if the application cannot be loaded. */
int doctor_bundle(doctor_t *d);

#endif /* DOCTOR_BUNDLE_H */
