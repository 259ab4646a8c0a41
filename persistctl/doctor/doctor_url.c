/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_url.c: escapes what is neither unreserved nor a slash. */

#include "doctor/doctor_url.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                            "abcdefghijklmnopqrstuvwxyz0123456789-._~/";

int doctor_url_add(char *url, size_t size, const char *base, const char *path)
{
    size_t len = strlen(base);
    if (len + 3 * strlen(path) >= size)
        return -1;
    strcpy(url, base);
    for (; *path; path++)
        if (strchr(plain, *path))
            url[len++] = *path;
        else
            len += (size_t)sprintf(url + len, "%%%02X", (unsigned char)*path);
    url[len] = '\0';
    return 0;
}

int doctor_url_is_good(const char *url)
{
    size_t scheme = strncasecmp(url, "http://", 7) == 0    ? 7
                    : strncasecmp(url, "https://", 8) == 0 ? 8
                                                           : 0;
    return scheme > 0 && strcspn(url + scheme, "/?#") > 0 &&
           !strpbrk(url, "?# \"<>\\^`{|}");
}
