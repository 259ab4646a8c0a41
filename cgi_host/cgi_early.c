/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_early.c: names of variables, and copies of them. */

#include "cgi_early.h"

#include <string.h>

/* Those of OpenMP are read from `environ` by constructors. */
int cgi_early_is(const char *variable)
{
    static const char *const begins[] = {
        "ACC_",          "BUNDLE_", "GEM_",    "GLIBC_TUNABLES=",
        "GOMP_",         "HOME=",   "KMP_",    "LANG=",
        "LC_",           "LD_",     "MALLOC_", "OMP_",
        "OPENSSL_CONF=", "PATH=",   "PERL",    "PYTHON",
        "RUBY",          "TZ="};
    for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++)
        if (strncmp(variable, begins[i], strlen(begins[i])) == 0)
            return 1;
    return 0;
}

int cgi_early_take(char *const *environment, cgi_buffer_t *early)
{
    for (; *environment; environment++)
        if (cgi_early_is(*environment) &&
            cgi_buffer_add(early, *environment, strlen(*environment) + 1) != 0)
            return -1;
    return 0;
}

int cgi_early_suits(const cgi_buffer_t *early, char *const *environment)
{
    size_t at = 0;
    for (; *environment; environment++) {
        size_t n = cgi_early_is(*environment) ? strlen(*environment) + 1 : 0;
        if (n > early->size - at ||
            (n > 0 && memcmp(early->bytes + at, *environment, n) != 0))
            return 0;
        at += n;
    }
    return at == early->size;
}

void cgi_early_list(const cgi_buffer_t *early, char *list[CGI_EARLY_MAX + 1])
{
    size_t count = 0;
    for (size_t at = 0; at < early->size && count < CGI_EARLY_MAX; count++) {
        list[count] = early->bytes + at;
        at += strlen(list[count]) + 1;
    }
    list[count] = NULL;
}
