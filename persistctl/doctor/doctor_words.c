/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_words.c: splits lines as ap_getword_conf() does. */

#include "doctor/doctor_words.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Returns the end of a line, with its continuations joined by blanks. */
static char *end_of_line(char *line)
{
    char *end = line;
    while ((end = strchr(end, '\n')) != NULL && end > line &&
           (end[-1] == '\\' ||
            (end[-1] == '\r' && end - 1 > line && end[-2] == '\\'))) {
        end[-1] = end[0] = ' ';
        if (end - 1 > line && end[-2] == '\\')
            end[-2] = ' ';
    }
    return end;
}

/* Takes one word off *at: up to its quote or blank. NULL: there is none. */
static char *take(char **at)
{
    char *from = *at + strspn(*at, " \t\r"), *to = from;
    if (!*from)
        return NULL;
    char quote = *from == '"' || *from == '\'' ? *from++ : '\0';
    char *word = to = from;
    for (; *from && (quote ? *from != quote : !isspace((unsigned char)*from));
         from++) {
        if (*from == '\\' && from[1] && (from[1] == quote || from[1] == '\\'))
            from++;
        *to++ = *from;
    }
    *at = *from ? from + 1 : from;
    *to = '\0';
    return word;
}

int doctor_words_next(char **text, doctor_words_t *words)
{
    char *line = *text;
    if (!*line)
        return 0;
    char *end = end_of_line(line);
    *text = end ? end + 1 : line + strlen(line);
    if (end)
        *end = '\0';
    words->count = 0;
    line += strspn(line, " \t\r");
    for (char *word; *line != '#' && words->count < DOCTOR_WORDS_MAX &&
                     (word = take(&line)) != NULL;)
        words->at[words->count++] = word;
    words->at[words->count] = NULL;
    return 1;
}

int doctor_words_is(const doctor_words_t *words, const char *directive)
{
    return words->count > 0 && strcasecmp(words->at[0], directive) == 0;
}
