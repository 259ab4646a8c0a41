/* SPDX-License-Identifier: Apache-2.0 */
/* headline.c: reads the output line by line. Where the error is differs:
 * Python prints it behind the frames, and the last traceback counts. Ruby,
 * node, Lua, Java and PHP print it before the frames, and causes follow. Perl,
 * shells and the C loader have no frames, so it is in the last line, but Perl
 * adds remarks. persist-app and its runners know more than the traceback before
 * their line: which interpreter it was, and what to do. */

#include "base/headline.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Before the last line of a runner; it does not belong to the headline. */
#define OUR_MARK "persist-app: "

typedef struct finder {
    headline_t said;   /* the last one of persist-app or its runners */
    headline_t traced; /* behind the frames of the last traceback */
    headline_t named;  /* the first one that names an error */
    headline_t last;   /* not indented, and no remark */
    headline_t any;
    headline_t *open; /* which of them the next line continues, or NULL */
    int in_frames;
    int ignored; /* these are the frames of an ignored exception */
} finder_t;

static int begins(headline_t line, const char *text)
{
    size_t len = strlen(text);
    return line.len >= len && memcmp(line.text, text, len) == 0;
}

static int contains(headline_t line, const char *text)
{
    return memmem(line.text, line.len, text, strlen(text)) != NULL;
}

static int is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

static headline_t without(headline_t line, size_t bytes)
{
    return (headline_t){line.text + bytes, line.len - bytes};
}

/* Python draws a margin of "| " beside the traceback of an ExceptionGroup. */
static headline_t without_margin(headline_t line)
{
    size_t blanks = 0;
    while (blanks < line.len && line.text[blanks] == ' ')
        blanks++;
    return blanks > 0 && begins(without(line, blanks), "| ")
               ? without(line, blanks + 2)
               : line;
}

/* ---- what a line is ---- */

/* A SyntaxError of the script itself has a frame without the first line. */
static int is_python_frame(headline_t line)
{
    return contains(line, "Traceback (most recent call last):") ||
           begins(line, "  File \"");
}

static int is_remark(headline_t line)
{
    static const char *const remarks[] = {
        "BEGIN failed--",
        "Compilation failed in ",
        "Execution of ", /* Perl */
        "Node.js v",
        "(Use `node ",
        "}",                /* node */
        "stack traceback:", /* Lua */
        "persist-app:",     /* without words */
        "note: run with ",  /* Rust */
    };
    for (size_t i = 0; i < sizeof(remarks) / sizeof(remarks[0]); i++)
        if (begins(line, remarks[i]))
            return 1;
    return contains(line, "env: use -[v]S ");
}

/* "SomeError: text", "SomeError [CODE]: text", or "SomeError". */
static int begins_with_class(headline_t line)
{
    size_t len = 0;
    while (len < line.len && (isalnum((unsigned char)line.text[len]) ||
                              strchr("_.:$", line.text[len])))
        len++;
    headline_t rest = without(line, len);
    while (len > 0 && line.text[len - 1] == ':')
        len--;
    headline_t name = {line.text, len};
    return ((len >= 5 && begins(without(name, len - 5), "Error")) ||
            (len >= 9 && begins(without(name, len - 9), "Exception"))) &&
           (rest.len == 0 || rest.text[-1] == ':' || begins(rest, " ["));
}

/* "app.rb:2:in `<main>': text (SomeError)" */
static int ends_with_class(headline_t line)
{
    size_t at = line.len - 1;
    if (line.text[at] != ')')
        return 0;
    while (at > 0 && (isalnum((unsigned char)line.text[at - 1]) ||
                      strchr("_:", line.text[at - 1])))
        at--;
    return at > 1 && line.text[at - 1] == '(' && line.text[at - 2] == ' ' &&
           isupper((unsigned char)line.text[at]) && contains(line, ": ");
}

static int names_error(headline_t line)
{
    static const char *const signs[] = {
        "yntax error",
        "Fatal error: ",
        "Fatal Python error: ",
        "Exception in thread ",
        "ERROR: AddressSanitizer",
        "error while loading shared libraries: ",
    };
    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
        if (contains(line, signs[i]))
            return 1;
    return begins(line, "panic: ") || begins_with_class(line) ||
           ends_with_class(line);
}

/* Ruby puts the class behind the first line of the message. */
static int announces(headline_t line)
{
    if (ends_with_class(line)) {
        const char *class = memrchr(line.text, '(', line.len);
        line.len = (size_t)(class - line.text) - 1;
    }
    return line.len > 0 && line.text[line.len - 1] == ':';
}

/* ---- the search ---- */

static void keep(finder_t *finder, headline_t *place, headline_t line)
{
    *place = line;
    finder->open = announces(line) ? place : NULL;
}

/* An error with a name stands for itself. */
static int continues(const finder_t *finder, headline_t line)
{
    return finder->open && !is_remark(line) &&
           (finder->open != &finder->last || !names_error(line));
}

static void take_error(finder_t *finder, headline_t line)
{
    headline_t *open = continues(finder, line) ? finder->open : NULL;
    finder->open = NULL;
    if (open)
        open->len = (size_t)(line.text + line.len - open->text);
    else if (begins(line, "Exception ignored "))
        finder->ignored = 1;
    else if (finder->named.len == 0 && names_error(line))
        keep(finder, &finder->named, line);
    else if (!is_remark(line))
        keep(finder, &finder->last, line);
}

/* The first line behind frames. */
static void take_traced(finder_t *finder, headline_t line)
{
    int counts = finder->in_frames && !finder->ignored;
    finder->in_frames = finder->ignored = 0;
    take_error(finder, line);
    if (counts)
        keep(finder, &finder->traced, line);
}

static void take(finder_t *finder, headline_t line)
{
    while (line.len > 0 && is_blank(line.text[line.len - 1]))
        line.len--;
    line = without_margin(line);
    if (line.len == 0)
        return;
    finder->any = line;
    if (begins(line, OUR_MARK))
        finder->said = without(line, sizeof(OUR_MARK) - 1);
    else if (is_python_frame(line))
        finder->in_frames = 1;
    else if (!is_blank(line.text[0])) {
        take_traced(finder, line);
        return;
    }
    finder->open = NULL;
}

headline_t headline_find(const char *output, size_t len)
{
    finder_t finder = {.any = {output, 0}};
    const char *end = output + len;
    while (output < end) {
        const char *stop = memchr(output, '\n', (size_t)(end - output));
        size_t line = (size_t)((stop ? stop : end) - output);
        take(&finder, (headline_t){output, line});
        output += line + (stop != NULL);
    }
    if (finder.said.len > 0)
        return finder.said;
    if (finder.traced.len > 0)
        return finder.traced;
    if (finder.named.len > 0)
        return finder.named;
    return finder.last.len > 0 ? finder.last : finder.any;
}

int headline_is_cgi(const char *output)
{
    static const char *const names[] = {
        "Content-Type:", "Status:", "Location:"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strncasecmp(output, names[i], strlen(names[i])) == 0)
            return 1;
    return 0;
}
