/* SPDX-License-Identifier: Apache-2.0 */
/* persist_command.c: the command that repeats a request from a terminal.
 * Pure. */

#include "response/persist_command.h"

#include <apr_lib.h>
#include <apr_strings.h>
#include <stdio.h>
#include <string.h>

/* A leading "=" or "~" would mean something to some shells. */
static int is_plain(const char *word)
{
    size_t length = strlen(word);
    return length > 0 && !strchr("=~", *word) &&
           strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                        "0123456789_./:@%+,=-") == length;
}

/* A quote ends the quoted part, stands escaped, and begins the next one. */
const char *persist_command_quote(const char *word, apr_pool_t *p)
{
    if (is_plain(word))
        return word;
    char *quoted = apr_palloc(p, 4 * strlen(word) + 3), *to = quoted;
    *to++ = '\'';
    for (; *word; word++) {
        if (*word == '\'')
            to = stpcpy(to, "'\\'");
        *to++ = *word;
    }
    memcpy(to, "'", 2);
    return quoted;
}

/* Encodes the bytes of `special` too. */
static const char *encode(const char *text, const char *special, apr_pool_t *p)
{
    char *encoded = apr_palloc(p, 3 * strlen(text) + 1), *to = encoded;
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte <= ' ' || byte >= 0x7f || strchr(special, byte))
            to += sprintf(to, "%%%02X", byte);
        else
            *to++ = (char)byte;
    }
    *to = '\0';
    return encoded;
}

/* PATH of the command line: it begins with "/", or is only a query. */
static const char *url_of(const persist_command_t *command, apr_pool_t *p)
{
    const char *path = command->path && *command->path ? command->path : "";
    const char *url = encode(path, "%?#", p);
    if (command->args && *command->args)
        return apr_pstrcat(p, url, "?", encode(command->args, "", p), NULL);
    return *url ? url : "/";
}

/* Always in quotes, so that the reader sees at once what to change. */
static const char *quoted(const char *word, apr_pool_t *p)
{
    const char *text = persist_command_quote(word, p);
    return *text == '\'' ? text : apr_pstrcat(p, "'", text, "'", NULL);
}

static const char *option_of(const char *method, apr_pool_t *p)
{
    if (strcmp(method, "GET") == 0)
        return "--get ";
    if (strcmp(method, "HEAD") == 0)
        return "--head ";
    return apr_pstrcat(p, "--method ", persist_command_quote(method, p), " ",
                       NULL);
}

static const char *body_of(const persist_command_t *command, apr_pool_t *p)
{
    if (!command->has_body)
        return "";
    if (!command->type)
        return " --data BODY";
    const char *header = apr_pstrcat(p, "Content-Type: ", command->type, NULL);
    return apr_pstrcat(p, " --header ", quoted(header, p), " --data BODY",
                       NULL);
}

const char *persist_command_interpreter(const persist_command_t *command,
                                        apr_pool_t *p)
{
    const apr_array_header_t *words = command->interpreter;
    const char *line = NULL;
    for (int i = 0; words && i < words->nelts; i++) {
        const char *word =
            persist_command_quote(APR_ARRAY_IDX(words, i, const char *), p);
        line = line ? apr_pstrcat(p, line, " ", word, NULL) : word;
    }
    return line;
}

const char *persist_command_text(const persist_command_t *command,
                                 apr_pool_t *p)
{
    const char *interpreter = persist_command_interpreter(command, p);
    return apr_pstrcat(
        p, interpreter ? interpreter : "", interpreter ? " " : "",
        persist_command_quote(command->script, p), " ",
        option_of(command->method, p), quoted(url_of(command, p), p),
        body_of(command, p), NULL);
}
