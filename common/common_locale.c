/* SPDX-License-Identifier: Apache-2.0 */
/* common_locale.c: replaces a locale that knows ASCII alone by C.UTF-8. */

#include "common_locale.h"

#include <locale.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define UTF8_LOCALE "C.UTF-8"

static int is_set(const char *value)
{
    return value && *value;
}

static int is_ascii(const char *locale)
{
    return !is_set(locale) || strcmp(locale, "C") == 0 ||
           strcmp(locale, "POSIX") == 0;
}

const char *common_locale_variable(const char *all, const char *ctype,
                                   const char *lang)
{
    if (is_set(all))
        return is_ascii(all) ? "LC_ALL" : NULL;
    return is_ascii(is_set(ctype) ? ctype : lang) ? "LC_CTYPE" : NULL;
}

static int exists(const char *name)
{
    locale_t locale = newlocale(LC_CTYPE_MASK, name, (locale_t)0);
    if (!locale)
        return 0;
    freelocale(locale);
    return 1;
}

void common_locale_prefer_utf8(void)
{
    const char *variable = common_locale_variable(
        getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG"));
    if (variable && exists(UTF8_LOCALE))
        setenv(variable, UTF8_LOCALE, 1);
}
