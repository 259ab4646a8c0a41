/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_url.h: makes URLs of paths. */

#ifndef DOCTOR_URL_H
#define DOCTOR_URL_H

#include <stddef.h>

/* Writes `base` and behind it the path, escaped (RFC 3986, 2.1). Returns 0, or
 * -1 when it does not fit. */
int doctor_url_add(char *url, size_t size, const char *base, const char *path);

/* Returns true for a URL of HTTP with a host and without query and fragment. */
int doctor_url_is_good(const char *url);

#endif /* DOCTOR_URL_H */
