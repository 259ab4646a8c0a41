/* SPDX-License-Identifier: Apache-2.0 */
/* common_locale.h: UTF-8 for interpreters that take their default encoding from
 * the locale. Debian's httpd has LANG=C, under which Ruby, Guile and PyPy read
 * text as ASCII; CPython coerces such a locale by itself (PEP 538). */

#ifndef COMMON_LOCALE_H
#define COMMON_LOCALE_H

/* Returns the variable that C.UTF-8 has to be written to: LC_ALL or LC_CTYPE,
 * whichever decides the encoding. NULL: another locale than C or POSIX is
 * chosen. The arguments are the values of LC_ALL, LC_CTYPE and LANG; NULL or
 * "": it is not set. Pure. */
const char *common_locale_variable(const char *all, const char *ctype,
                                   const char *lang);

/* Sets this variable in the process's environment. If the system has no
 * C.UTF-8, the environment stays as it is. */
void common_locale_prefer_utf8(void);

#endif /* COMMON_LOCALE_H */
