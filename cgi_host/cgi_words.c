/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_words.c: one pass over the query; a word is never longer than its source
 * allows, so the block is sized beforehand. */

#include "cgi_words.h"

#include <stdlib.h>
#include <string.h>

/* As APR has them on Unix. */
#define SHELL_SPECIAL "&;`'\"|*?~<>^()[]{}$\\\n"

static size_t count_words(const char *query)
{
    size_t count = 1;
    if (!query || !*query || strchr(query, '='))
        return 0;
    for (; *query; query++)
        count += *query == '+';
    return count;
}

static int hex(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    digit |= 0x20;
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* The byte at *from, decoded. An escape of NUL would end the argument: httpd
 * takes it for a wrong escape, too, and leaves it. */
static char decode(const char **from)
{
    const char *at = *from;
    int high = *at == '%' ? hex(at[1]) : -1;
    int low = high >= 0 ? hex(at[2]) : -1;
    int wrong = low < 0 || high * 16 + low == 0;
    *from += wrong ? 1 : 3;
    return wrong ? *at : (char)(high * 16 + low);
}

/* Copies a word and returns the place behind its NUL. */
static char *copy_word(char *to, const char **from)
{
    while (**from && **from != '+') {
        char byte = decode(from);
        if (strchr(SHELL_SPECIAL, byte))
            *to++ = '\\';
        *to++ = byte;
    }
    *to = '\0';
    return to + 1;
}

char **cgi_words(const char *query)
{
    size_t count = count_words(query);
    size_t length = count ? 2 * strlen(query) + 1 : 0;
    char **words = malloc((count + 1) * sizeof(*words) + length);
    if (!words)
        return NULL;
    char *to = (char *)(words + count + 1);
    for (size_t i = 0; i < count; i++) {
        words[i] = to;
        to = copy_word(to, &query);
        query += *query == '+';
    }
    words[count] = NULL;
    return words;
}
