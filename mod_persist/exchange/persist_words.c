/* SPDX-License-Identifier: Apache-2.0 */
/* persist_words.c: the end of what a script has printed and logged under one
 * request. The end is kept because a traceback names its exception there. */

#include "exchange/persist_words.h"

#include <apr_strings.h>
#include <string.h>

/* Around the id of a request, before a printed line. */
#define MARK_BEGIN '\x1e'
#define MARK_END '\x1f'
#define MARK_ENDS "\x1f\n"
#define LINE_ENDS "\n\x1e"

static char *make(apr_pool_t *p)
{
    char *words = apr_palloc(p, PERSIST_WORDS_MAX + 1);
    *words = '\0';
    return words;
}

/* Appends to a string, whose beginning goes if it gets too long. */
static void append(char *words, const char *text, size_t length)
{
    if (length > PERSIST_WORDS_MAX) {
        text += length - PERSIST_WORDS_MAX;
        length = PERSIST_WORDS_MAX;
    }
    size_t had = strlen(words), room = PERSIST_WORDS_MAX - length;
    size_t kept = had < room ? had : room;
    memmove(words, words + had - kept, kept);
    memcpy(words + kept, text, length);
    for (size_t i = kept; i < kept + length; i++)
        if (!words[i])
            words[i] = ' ';
    words[kept + length] = '\0';
}

static void append_line(char *words, const char *line)
{
    size_t length = strlen(line);
    append(words, line, length);
    if (length > 0 && line[length - 1] != '\n')
        append(words, "\n", 1);
}

void persist_words_hear(persist_words_t *words, wire_bytes_t text,
                        apr_pool_t *p)
{
    if (!words->last) {
        words->last = make(p);
        words->before = make(p);
    }
    append_line(words->before, words->last);
    *words->last = '\0';
    append(words->last, (const char *)text.data, text.len);
}

const char *persist_words_all(const persist_words_t *words, apr_pool_t *p)
{
    return words->last ? apr_pstrcat(p, words->before, words->last, NULL)
                       : NULL;
}

/* Bytes of the mark at this line; 0: none. */
static size_t mark_length(const char *line)
{
    size_t id = *line == MARK_BEGIN ? strcspn(line + 1, MARK_ENDS) : 0;
    return id > 0 && line[1 + id] == MARK_END ? id + 2 : 0;
}

/* Up to the line end or to the mark of the next line, which another process may
 * have begun within this one. The mark of the line itself is given. */
static size_t line_length(const char *line, size_t mark)
{
    size_t length = mark + strcspn(line + mark, LINE_ENDS);
    while (line[length] == MARK_BEGIN && mark_length(line + length) == 0)
        length += 1 + strcspn(line + length + 1, LINE_ENDS);
    return length;
}

static int is_of(const char *line, size_t mark, const char *id)
{
    return mark == 0 ||
           (mark == strlen(id) + 2 && memcmp(line + 1, id, mark - 2) == 0);
}

const char *persist_words_pick(const char *text, const char *id, apr_pool_t *p)
{
    char *picked = apr_palloc(p, strlen(text) + 1), *to = picked;
    while (*text) {
        size_t mark = mark_length(text);
        size_t length = line_length(text, mark);
        if (is_of(text, mark, id)) {
            to = mempcpy(to, text + mark, length - mark);
            if (text[length]) /* of a mark, more than this byte goes */
                *to++ = '\n';
        }
        text += length + (text[length] == '\n');
    }
    *to = '\0';
    return picked;
}
