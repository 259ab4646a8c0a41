/* SPDX-License-Identifier: Apache-2.0 */
/* fail.h: the last line of persist-app. persistd shows it in the error log and,
 * with PersistDebug, on the page: it says what to do, and holds no value of the
 * environment. */

#ifndef FAIL_H
#define FAIL_H

#define FAIL_STATUS 126 /* BOOT_EXEC_STATUS: the reason has been printed */

/* Prints the beginning by which persistd knows the line. */
void fail_begin(void);

/* Prints one line to stderr and ends the process. */
_Noreturn void fail(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* The name of the user whose rights this process has, for such a line. Another
 * call overwrites it. */
const char *fail_user(void);

#endif /* FAIL_H */
