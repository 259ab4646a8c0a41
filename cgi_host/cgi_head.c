/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_head.c: finds the empty line, then takes the lines before it. */

#include "cgi_head.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char wrong_status[] = "its status is not from 200 to 599";

typedef struct line {
    const char *name; /* to the colon */
    size_t name_size;
    const char *value;
    size_t value_size;
} line_t;

/* The empty line that ends the head; some programs write \r\r\n. */
static int is_empty(const char *begin, const char *stop)
{
    while (begin < stop && *begin == '\r')
        begin++;
    return begin == stop;
}

static int is_space(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

/* Returns the bytes up to the body, or 0. Lines end with LF or CR LF. */
static size_t find_end(const char *output, size_t n)
{
    size_t begin = 0;
    while (begin < n) {
        const char *at = memchr(output + begin, '\n', n - begin);
        if (!at)
            return 0;
        size_t end = (size_t)(at - output);
        if (is_empty(output + begin, at))
            return end + 1;
        begin = end + 1;
    }
    return 0;
}

/* Takes the line at *at, which ends before `end`. Returns 1; 0 at the empty
 * line; -1 for a line without a colon or a name. */
static int take_line(const char **at, const char *end, line_t *line)
{
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    const char *begin = *at;
    *at = stop + 1;
    if (is_empty(begin, stop))
        return 0;
    const char *colon = memchr(begin, ':', (size_t)(stop - begin));
    if (!colon || colon == begin)
        return -1;
    line->name = begin;
    line->name_size = (size_t)(colon - begin);
    for (colon++; colon < stop && is_space(*colon);)
        colon++;
    while (stop > colon && is_space(stop[-1]))
        stop--;
    line->value = colon;
    line->value_size = (size_t)(stop - colon);
    return 1;
}

static int is_named(const line_t *line, const char *name)
{
    return line->name_size == strlen(name) &&
           strncasecmp(line->name, name, line->name_size) == 0;
}

static int is_one_of(const line_t *line, const char *const *names)
{
    for (; *names; names++)
        if (is_named(line, *names))
            return 1;
    return 0;
}

/* Headers of which a response has one. Of several Last-Modified mod_cgid takes
 * the latest, which httpd finds. */
static int is_single(const line_t *line)
{
    static const char *const single[] = {
        "Content-Length", "Content-Type", "ETag", "Location", "Status", NULL};
    return is_one_of(line, single);
}

/* What concerns a connection that the program does not have. */
static int is_hop(const line_t *line)
{
    static const char *const hops[] = {"Connection", "Keep-Alive", NULL};
    return is_one_of(line, hops);
}

/* What the status line and the chunks of an nph- program say already. The
 * length of what was taken out of chunks is another one (RFC 9112, 6.3). */
static int is_left_out(const line_t *line, int is_nph, int is_chunked)
{
    static const char *const said[] = {"Transfer-Encoding", "Status", NULL};
    if (is_chunked && is_named(line, "Content-Length"))
        return 1;
    if (is_nph && is_one_of(line, said))
        return 1;
    return is_hop(line);
}

static int has_later(const char *at, const char *end, const line_t *line)
{
    line_t later;
    while (take_line(&at, end, &later) > 0)
        if (later.name_size == line->name_size &&
            strncasecmp(later.name, line->name, line->name_size) == 0)
            return 1;
    return 0;
}

/* The text lies at `to` or behind it: the block becomes its own result. */
static char *add(char *to, const char *text, size_t size)
{
    memmove(to, text, size);
    to[size] = '\0';
    return to + size + 1;
}

/* Three digits, and no fourth. Returns 0 for anything else. */
static unsigned number_of(const char *text, size_t size)
{
    unsigned number = 0;
    for (size_t i = 0; i < 3; i++) {
        if (i >= size || text[i] < '0' || text[i] > '9')
            return 0;
        number = number * 10 + (unsigned)(text[i] - '0');
    }
    return size == 3 || text[3] < '0' || text[3] > '9' ? number : 0;
}

static unsigned status_of(const char *text, size_t size)
{
    unsigned status = number_of(text, size);
    return status >= 200 && status <= 599 ? status : 0;
}

/* The number in the status line of an nph- program, at *at: HTTP/1.1 200 OK. */
static unsigned take_status_line(const char **at, const char *end)
{
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    const char *space = memchr(*at, ' ', (size_t)(stop - *at));
    int is_http = stop - *at > 5 && strncmp(*at, "HTTP/", 5) == 0;
    *at = stop + 1;
    if (!is_http || !space)
        return 0;
    return number_of(space + 1, (size_t)(stop - space - 1));
}

/* Returns the bytes of interim responses before the response, which nobody
 * waits for. After 101 something else than HTTP would follow. */
static size_t skip_interim(const char *output, size_t n)
{
    size_t skipped = 0, size;
    while ((size = find_end(output + skipped, n - skipped)) > 0) {
        const char *at = output + skipped;
        unsigned number = take_status_line(&at, at + size);
        if (number < 100 || number >= 200 || number == 101)
            break;
        skipped += size;
    }
    return skipped;
}

/* Joins lines that are continued by a space (RFC 9112, 5.2). */
static void unfold(char *block, size_t size)
{
    for (size_t i = 1; i + 1 < size; i++)
        if (block[i] == '\n' && (block[i + 1] == ' ' || block[i + 1] == '\t')) {
            block[i] = ' ';
            if (block[i - 1] == '\r')
                block[i - 1] = ' ';
        }
}

static int is_chunked(const line_t *coding)
{
    static const char chunked[] = "chunked";
    return coding->value_size == sizeof(chunked) - 1 &&
           strncasecmp(coding->value, chunked, coding->value_size) == 0;
}

/* Of an nph- program. Returns 0 for a coding that is not known. */
static int find_coding(const char *at, const char *end, cgi_head_t *head)
{
    line_t line;
    while (take_line(&at, end, &line) > 0)
        if (is_named(&line, "Transfer-Encoding")) {
            if (!is_chunked(&line))
                return 0;
            head->is_chunked = 1;
        }
    return 1;
}

/* Makes of the status line ("HTTP/1.1 404 Nothing Here") a header Status, whose
 * reason phrase httpd uses. Returns its bytes: 0 without a phrase or room. */
static size_t keep_phrase(char *block, const char *end)
{
    static const char name[] = "Status";
    const char *stop = memchr(block, '\n', (size_t)(end - block));
    const char *value = memchr(block, ' ', (size_t)(stop - block)) + 1;
    while (stop > value && is_space(stop[-1]))
        stop--;
    if ((size_t)(value - block) < sizeof(name) || stop - value <= 4)
        return 0;
    memcpy(block, name, sizeof(name));
    return (size_t)(add(block + sizeof(name), value, (size_t)(stop - value)) -
                    block);
}

/* Makes of the lines from `at` the block, in which they are. Returns what is
 * wrong, or NULL. */
static const char *take_lines(const char *at, const char *end, int is_nph,
                              cgi_head_t *head)
{
    line_t line;
    int found;
    char *to = head->block + head->length;
    if (is_nph && !find_coding(at, end, head))
        return "its Transfer-Encoding is not chunked";
    while ((found = take_line(&at, end, &line)) > 0) {
        if (is_left_out(&line, is_nph, head->is_chunked) ||
            (is_single(&line) && has_later(at, end, &line)))
            continue;
        if (is_named(&line, "Status"))
            head->status = status_of(line.value, line.value_size);
        to = add(to, line.name, line.name_size);
        to = add(to, line.value, line.value_size);
    }
    head->length = (size_t)(to - head->block);
    if (found < 0)
        return "a line of its header has no colon";
    return head->status ? NULL : wrong_status;
}

/* Returns what is wrong, or NULL. */
static const char *read_block(size_t size, int is_nph, cgi_head_t *head)
{
    const char *at = head->block, *end = head->block + size;
    head->status = 200;
    head->length = 0;
    head->is_chunked = 0;
    if (is_nph) {
        unsigned status = take_status_line(&at, end);
        if (status < 200 || status > 599)
            return wrong_status;
        head->status = status;
        head->length = keep_phrase(head->block, end);
        unfold(head->block + head->length, size - head->length);
    }
    return take_lines(at, end, is_nph, head);
}

int cgi_head_read(const char *output, size_t n, int is_nph, cgi_head_t *head,
                  const char **why)
{
    size_t skipped = is_nph ? skip_interim(output, n) : 0;
    size_t size = find_end(output + skipped, n - skipped);
    if (size == 0)
        return CGI_HEAD_PART;
    head->size = skipped + size;
    *why = "its header holds a NUL byte";
    if (memchr(output + skipped, '\0', size))
        return CGI_HEAD_WRONG;
    /* a colon and its line end make room for two NULs */
    head->block = malloc(size);
    if (head->block)
        memcpy(head->block, output + skipped, size);
    *why = head->block ? read_block(size, is_nph, head) : "no memory";
    if (!*why)
        return CGI_HEAD_WHOLE;
    free(head->block);
    head->block = NULL;
    return CGI_HEAD_WRONG;
}
