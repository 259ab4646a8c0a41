/* SPDX-License-Identifier: Apache-2.0 */
/* new_text.c: replaces @WORD@ by its value. */

#include "new/new_text.h"
#include "doctor/doctor_who.h"

#include "common_shell.h"
#include "persist_build.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define LICENCE "SPDX-License-Identifier"
#define SECRET_LEN 50

/* It stands in strings and comments of any language. */
static void put_name(FILE *out, const char *folder)
{
    for (const char *at = strrchr(folder, '/') + 1; *at; at++)
        fputc(isalnum((unsigned char)*at) || strchr("-_.", *at) ? *at : '-',
              out);
}

/* It stands in commands of README. */
static void put_folder(FILE *out, const char *folder)
{
    const char *word = common_shell_quote(folder);
    fputs(word, out);
    if (word != folder)
        free((char *)(uintptr_t)word);
}

/* Letters and digits alone: the text may be of any language. */
static void put_secret(FILE *out, const char *folder)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "abcdefghijklmnopqrstuvwxyz0123456789-_";
    unsigned char bytes[SECRET_LEN];
    FILE *random = fopen("/dev/urandom", "re");
    (void)folder;
    if (!random || fread(bytes, sizeof(bytes), 1, random) != 1)
        abort(); /* a secret that can be guessed is worse */
    fclose(random);
    for (size_t i = 0; i < sizeof(bytes); i++)
        fputc(letters[bytes[i] % (sizeof(letters) - 1)], out);
}

/* It stands in commands, too. */
static void put_user(FILE *out, const char *folder)
{
    doctor_who_t who;
    (void)folder;
    int known = doctor_who_find(&who, PERSIST_RUNTIME_DIR, NULL) == 0;
    fputs(common_shell_quote(known ? who.name : "www-data"), out);
}

static void put_persist_app(FILE *out, const char *folder)
{
    (void)folder;
    fputs(PERSIST_LIBEXECDIR "/persist-app", out);
}

static const struct gap {
    const char *word;
    void (*put)(FILE *out, const char *folder);
} gaps[] = {
    {"@NAME@", put_name},     {"@FOLDER@", put_folder},
    {"@SECRET@", put_secret}, {"@PERSIST_APP@", put_persist_app},
    {"@USER@", put_user},
};

/* Returns the length of the gap that begins here, and fills it; or 0. */
static size_t fill(FILE *out, const char *at, const char *folder)
{
    for (size_t i = 0; *at == '@' && i < COUNT(gaps); i++) {
        size_t len = strlen(gaps[i].word);
        if (strncmp(at, gaps[i].word, len) != 0)
            continue;
        gaps[i].put(out, folder);
        return len;
    }
    return 0;
}

/* Returns the length of a line that is left out, or 0. */
static size_t licence(const char *line)
{
    size_t len = strcspn(line, "\n");
    return memmem(line, len, LICENCE, strlen(LICENCE)) ? len + (line[len] != 0)
                                                       : 0;
}

char *new_text_fill(const char *text, const char *folder)
{
    char *filled = NULL;
    size_t size;
    FILE *out = open_memstream(&filled, &size);
    int begins = 1; /* a line begins here */
    while (out && *text) {
        size_t len = begins ? licence(text) : 0;
        len = len ? len : fill(out, text, folder);
        if (len == 0) {
            fputc(*text, out);
            len = 1;
        }
        text += len;
        begins = text[-1] == '\n';
    }
    if (out)
        fclose(out);
    return filled;
}

mode_t new_text_mode(const char *name, const char *text)
{
    if (strcmp(name, ".env") == 0)
        return 0640;
    return strncmp(text, "#!", 2) == 0 ? 0755 : 0644;
}
