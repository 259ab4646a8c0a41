/* SPDX-License-Identifier: Apache-2.0 */
/* fail.c: prints the last line. */

#include "fail.h"

#include <pwd.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

void fail_begin(void)
{
    fputs("persist-app: ", stderr);
}

void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_begin();
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    /* Nothing is left to be done at an exit, and memory was never freed. */
    _exit(FAIL_STATUS);
}

const char *fail_user(void)
{
    static char number[24];
    const struct passwd *user = getpwuid(geteuid());
    if (user)
        return user->pw_name;
    snprintf(number, sizeof(number), "%lu", (unsigned long)geteuid());
    return number;
}
