/* SPDX-License-Identifier: Apache-2.0 */
/* common_shell.c: quotes words. */

#include "common_shell.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                            "abcdefghijklmnopqrstuvwxyz0123456789_./:@%+,=-";

static const char none[] = "''";

/* A quote ends the quoted part, stands escaped, and begins the next one. */
const char *common_shell_quote(const char *word)
{
    if (*word && word[strspn(word, plain)] == '\0')
        return word;
    char *quoted = malloc(4 * strlen(word) + 3), *to = quoted;
    if (!quoted)
        return none;
    *to++ = '\'';
    for (; *word; word++) {
        if (*word == '\'')
            to = stpcpy(to, "'\\'");
        *to++ = *word;
    }
    strcpy(to, "'");
    return quoted;
}

void common_shell_free(const char *quoted, const char *word)
{
    if (quoted != word && quoted != none)
        free((char *)(uintptr_t)quoted);
}
