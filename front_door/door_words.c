/* SPDX-License-Identifier: Apache-2.0 */
/* door_words.c: words between spaces, or between quotation marks. */

#include "door_words.h"

#include <string.h>

#define SPACES " \t\r"

/* Moves the word down over its backslashes. Returns where it ended, or NULL. */
static char *unquote(char *from, char quote)
{
    char *to = from;
    for (; *from && *from != quote; from++) {
        if (*from == '\\' && (from[1] == quote || from[1] == '\\'))
            from++;
        *to++ = *from;
    }
    if (!*from)
        return NULL;
    *to = '\0';
    return from + 1;
}

char *door_words_next(char **at)
{
    char *word = *at + strspn(*at, SPACES);
    if (!*word)
        return NULL;
    if (*word == '"' || *word == '\'') {
        *at = unquote(word + 1, *word);
        return *at ? word + 1 : NULL;
    }
    char *end = word + strcspn(word, SPACES);
    *at = *end ? end + 1 : end;
    *end = '\0';
    return word;
}
