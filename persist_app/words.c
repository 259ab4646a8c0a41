/* SPDX-License-Identifier: Apache-2.0 */
/* words.c: arrays that grow by one word at a time: they are short. */

#include "words.h"

#include "fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void words_add(char ***words, const char *word)
{
    size_t count = 0;
    while (*words && (*words)[count])
        count++;
    char **grown = realloc(*words, (count + 2) * sizeof(*grown));
    if (!grown)
        fail("no memory");
    grown[count] = (char *)word;
    grown[count + 1] = NULL;
    *words = grown;
}

void words_add_all(char ***words, char *const *more)
{
    while (more && *more)
        words_add(words, *more++);
}

char *words_print(const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    int len = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (len < 0)
        fail("no memory");
    return text;
}
