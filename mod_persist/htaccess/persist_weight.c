/* SPDX-License-Identifier: Apache-2.0 */
/* persist_weight.c: finds {n}, {n,}, {n,m} and {,m} in a line, whatever the
 * line is about. */

#include "htaccess/persist_weight.h"

#include <stdint.h>
#include <string.h>

static size_t multiply(size_t a, size_t b)
{
    return b != 0 && a > SIZE_MAX / b ? SIZE_MAX : a * b;
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads a number, 0 if there is none. Moves *at behind it. */
static size_t number(const char **at)
{
    size_t value = 0;
    for (; is_digit(**at); ++*at)
        value = value > SIZE_MAX / 20 ? SIZE_MAX / 20
                                      : value * 10 + (size_t)(**at - '0');
    return value;
}

/* Returns the larger count of these braces, or 1 if they hold something else.
 * PCRE2 allows blanks between them. */
static size_t count_in(const char *brace)
{
    size_t most = 1;
    const char *at = brace + 1;
    while (is_digit(*at) || *at == ',' || *at == ' ') {
        size_t value = is_digit(*at) ? number(&at) : 0;
        if (value > most)
            most = value;
        if (*at == ',' || *at == ' ')
            at++;
    }
    return most;
}

size_t persist_weight_of_line(const char *line)
{
    size_t weight = strlen(line);
    while ((line = strchr(line, '{')) != NULL)
        weight = multiply(weight, count_in(line++));
    return weight;
}
