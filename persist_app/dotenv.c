/* SPDX-License-Identifier: Apache-2.0 */
/* dotenv.c: reads in place. A value never is longer than the text of it. */

#include "dotenv.h"

#include <string.h>

#define BLANKS " \t\r"      /* Windows ends its lines with \r\n */
#define MARK "\xef\xbb\xbf" /* U+FEFF in UTF-8 */
#define DIGITS "0123456789"
#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"

void dotenv_open(dotenv_t *env, char *text)
{
    *env = (dotenv_t){.at = text, .line = 1, .next_line = 1};
}

static int wrong(dotenv_t *env, const char *error)
{
    env->error = error;
    return -1;
}

static int is_blank(char c)
{
    return c != '\0' && strchr(BLANKS, c) != NULL;
}

static void skip_blanks(dotenv_t *env)
{
    env->at += strspn(env->at, BLANKS);
}

/* Moves past the end of a line, or stays at the end of the text. */
static void end_line(dotenv_t *env)
{
    if (*env->at != '\n')
        return;
    env->at++;
    env->next_line++;
}

static void skip_comment(dotenv_t *env)
{
    skip_blanks(env);
    if (*env->at == '#')
        env->at += strcspn(env->at, "\n");
}

static void skip_empty_lines(dotenv_t *env)
{
    skip_comment(env);
    while (*env->at == '\n') {
        end_line(env);
        skip_comment(env);
    }
}

/* Reads up to the value. The name is ended later: its end may be the '='. */
static int read_name(dotenv_t *env, char **end)
{
    if (strncmp(env->at, "export", 6) == 0 && is_blank(env->at[6])) {
        env->at += 6;
        skip_blanks(env);
    }
    env->name = env->at;
    env->at += strspn(env->at, LETTERS DIGITS);
    *end = env->at;
    skip_blanks(env);
    if (strncmp(env->at, MARK, strlen(MARK)) == 0)
        return wrong(env, "a byte order mark stands here: save the file as "
                          "UTF-8 without BOM");
    if (*end == env->name || strchr(DIGITS, env->name[0]) || *env->at != '=')
        return wrong(env, "NAME=value is expected, with a NAME of letters, "
                          "digits and underscores");
    env->at++;
    return 0;
}

/* To the end of the line, or to a '#' behind a blank. */
static void read_plain(dotenv_t *env)
{
    char *line_end = env->at + strcspn(env->at, "\n");
    char *start = env->at + strspn(env->at, BLANKS), *end = start;
    while (end < line_end && !(*end == '#' && is_blank(end[-1])))
        end++;
    while (end > start && is_blank(end[-1]))
        end--;
    env->value = start;
    env->at = line_end;
    end_line(env);
    *end = '\0';
}

/* Returns the character that `\c` stands for, or 0: the two stand as they are.
 */
static char unescaped(char c)
{
    static const char from[] = "nrt\\\"", to[] = "\n\r\t\\\"";
    const char *found = c ? strchr(from, c) : NULL;
    return found ? to[found - from] : '\0';
}

/* Copies one character of a quoted value. */
static void copy_one(dotenv_t *env, char **to, char quote)
{
    char c = quote == '"' && *env->at == '\\' ? unescaped(env->at[1]) : '\0';
    if (*env->at == '\n')
        env->next_line++;
    *(*to)++ = c ? c : *env->at;
    env->at += c ? 2 : 1;
}

static int read_quoted(dotenv_t *env)
{
    char quote = *env->at++;
    char *to = env->at;
    env->value = to;
    while (*env->at && *env->at != quote)
        copy_one(env, &to, quote);
    if (*env->at != quote)
        return wrong(env, "the quote is not closed");
    env->at++;
    *to = '\0';
    skip_comment(env);
    if (*env->at && *env->at != '\n')
        return wrong(env, "more text follows the closing quote");
    end_line(env);
    return 0;
}

int dotenv_next(dotenv_t *env)
{
    char *name_end;
    skip_empty_lines(env);
    env->line = env->next_line;
    if (!*env->at)
        return 0;
    if (read_name(env, &name_end) != 0)
        return -1;
    char *value = env->at + strspn(env->at, BLANKS);
    if (*value != '"' && *value != '\'') {
        read_plain(env);
    } else {
        env->at = value;
        if (read_quoted(env) != 0)
            return -1;
    }
    *name_end = '\0';
    return 1;
}
