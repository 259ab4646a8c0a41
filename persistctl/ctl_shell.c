/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_shell.c: quotes words. */

#include "ctl_shell.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                            "abcdefghijklmnopqrstuvwxyz0123456789_./:@%+,=-";

/* A quote ends the quoted part, stands escaped, and begins the next one. */
const char *ctl_shell_quote(const char *word)
{
    if (*word && word[strspn(word, plain)] == '\0')
        return word;
    char *quoted = malloc(4 * strlen(word) + 3), *to = quoted;
    if (!quoted)
        return "''";
    *to++ = '\'';
    for (; *word; word++) {
        if (*word == '\'')
            to = stpcpy(to, "'\\'");
        *to++ = *word;
    }
    strcpy(to, "'");
    return quoted;
}

const char *ctl_shell_as(uid_t user)
{
    static char words[96];
    const struct passwd *found =
        user != 0 && geteuid() == 0 ? getpwuid(user) : NULL;
    if (!found)
        return "";
    snprintf(words, sizeof(words), "sudo -u %s ",
             ctl_shell_quote(found->pw_name));
    return words;
}
