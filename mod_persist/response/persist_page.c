/* SPDX-License-Identifier: Apache-2.0 */
/* persist_page.c: the pages that httpd shows in the place of a script that
 * failed. Pure.
 * Why: docs/decisions/an-error-page-for-a-failed-script.md */

#include "response/persist_page.h"
#include "common_utf8.h"
#include "response/persist_advice.h"
#include "wire_fault.h"

#include <apr_escape.h>
#include <apr_lib.h>
#include <apr_strings.h>
#include <apr_tables.h>
#include <stdio.h>
#include <string.h>

#define STYLE                                                                  \
    ":root { color-scheme: light dark; }\n"                                    \
    "body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem;\n"         \
    "  margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }\n"       \
    "h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; }\n"                   \
    "pre { overflow-x: auto; padding: .7rem; overflow-wrap: normal;\n"         \
    "  background: rgba(128, 128, 128, .15); }\n"                              \
    "mark { display: inline-block; min-width: 100%; }\n"

/* ---- texts, which are hostile ---- */

/* The bytes of the character here; 0: it may not be shown, because a terminal
 * may obey it (also C1, as two bytes of UTF-8 or as one). Line ends and tabs
 * stay. */
static size_t shown_length(const char *at, size_t len)
{
    unsigned char first = (unsigned char)*at;
    int is_control =
        (first < ' ' && first != '\n' && first != '\t') || first == 0x7f;
    return is_control ? 0 : common_utf8_length(at, len);
}

static const char *visible(const char *text, apr_pool_t *p)
{
    size_t left = strlen(text);
    char *shown = apr_palloc(p, 4 * left + 1), *to = shown;
    while (left > 0) {
        size_t length = shown_length(text, left);
        if (length > 0)
            to = mempcpy(to, text, length);
        else
            to += sprintf(to, "\\x%02x", (unsigned char)*text);
        text += length ? length : 1;
        left -= length ? length : 1;
    }
    *to = '\0';
    return shown;
}

static const char *escape(const char *text, apr_pool_t *p)
{
    return apr_pescape_entity(p, visible(text, p), 0);
}

/* The first line of a text, and what follows it; either may be "". */
static const char *first_line(const char *text, apr_pool_t *p)
{
    return text ? apr_pstrmemdup(p, text, strcspn(text, "\n")) : "";
}

static const char *further_lines(const char *text)
{
    const char *end = text ? strchr(text, '\n') : NULL;
    return end ? end + 1 : "";
}

/* What failed: the SDK's own words, or a program's last ones. */
static const char *trace_of(const persist_page_t *page)
{
    return page->trace && *page->trace ? page->trace
                                       : further_lines(page->reason);
}

/* False for a request that was refused before there was anything to run. */
static int would_run(const persist_page_t *page)
{
    return page->code >= WIRE_FAULT_EXEC;
}

static const char *interpreter_of(const persist_page_t *page)
{
    if (!would_run(page))
        return NULL;
    return page->interpreter ? page->interpreter
                             : "the one of the script's #! line";
}

static const char *command_of(const persist_page_t *page)
{
    return would_run(page) ? page->command : NULL;
}

/* ---- the parts of a page, put together at the end ---- */

typedef apr_array_header_t parts_t; /* const char * */

static void put(parts_t *parts, const char *text)
{
    APR_ARRAY_PUSH(parts, const char *) = text;
}

static void put3(parts_t *parts, const char *a, const char *b, const char *c)
{
    put(parts, a);
    put(parts, b);
    put(parts, c);
}

static const char *whole(const parts_t *parts, apr_pool_t *p)
{
    return apr_array_pstrcat(p, parts, 0);
}

/* ---- HTML ---- */

/* "  > 12 |     return lookup(name)" is the failing line of an excerpt. */
static int is_marked(const char *line)
{
    line += strspn(line, " ");
    if (line[0] != '>' || line[1] != ' ')
        return 0;
    line += 1 + strspn(line + 1, " ");
    size_t digits = strspn(line, "0123456789");
    return digits > 0 && strncmp(line + digits, " |", 2) == 0;
}

static void put_lines(parts_t *parts, const char *text)
{
    apr_pool_t *p = parts->pool;
    while (*text) {
        const char *line = first_line(text, p);
        int marked = is_marked(line);
        put3(parts, marked ? "<mark>" : "", escape(line, p),
             marked ? "</mark>\n" : "\n");
        text = further_lines(text);
    }
}

static void put_pre(parts_t *parts, const char *title, const char *text)
{
    if (!text || !*text)
        return;
    put3(parts, "<h2>", title, "</h2>\n<pre>");
    put_lines(parts, text);
    put(parts, "</pre>\n");
}

static void put_fact(parts_t *parts, const char *name, const char *text)
{
    if (!text)
        return;
    put3(parts, "<br>", name, ": <code>");
    put3(parts, escape(text, parts->pool), "</code>", "\n");
}

static void put_head(parts_t *parts, const persist_page_t *page,
                     const char *nonce)
{
    apr_pool_t *p = parts->pool;
    const char *name = apr_psprintf(p, "PERSIST%d", page->code);
    const char *gist = escape(first_line(page->reason, p), p);
    put3(parts,
         "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset="
         "\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-"
         "width\">\n<title>",
         name, "</title>\n<style nonce=\"");
    put3(parts, nonce, "\">\n" STYLE, "</style>\n</head>\n<body>\n<h1>");
    put3(parts, name, ": ", wire_fault_text(page->code));
    put(parts, "</h1>\n");
    if (*gist)
        put3(parts, "<p><strong>", gist, "</strong></p>\n");
}

const char *persist_page_html(const persist_page_t *page, const char *nonce,
                              apr_pool_t *p)
{
    parts_t *parts = apr_array_make(p, 64, sizeof(const char *));
    const char *advice = persist_advice_html(page->code, p);
    put_head(parts, page, nonce);
    put_pre(parts, "What failed", trace_of(page));
    put_pre(parts, "Next start", page->pause);
    put_pre(parts, "What the script logged before", page->before);
    put_pre(parts, "What its worker printed last", page->printed);
    put_pre(parts, "Again, in a terminal", command_of(page));
    put3(parts, "<h2>What it means, and what to do</h2>\n",
         advice ? advice : "", "\n<p>");
    put(parts, "This page is for the script's author: PersistDebug is on.\n");
    put_fact(parts, "Script", page->script);
    put_fact(parts, "Interpreter", interpreter_of(page));
    put_fact(parts, "Error id, in the log", page->id);
    put(parts, "</p>\n</body>\n</html>\n");
    return whole(parts, p);
}

/* ---- plain text ---- */

static void put_section(parts_t *parts, const char *title, const char *text)
{
    if (!text || !*text)
        return;
    put3(parts, "\n", title, ":\n\n");
    put3(parts, visible(text, parts->pool), "\n", "");
}

const char *persist_page_text(const persist_page_t *page, apr_pool_t *p)
{
    parts_t *parts = apr_array_make(p, 64, sizeof(const char *));
    const char *gist = first_line(page->reason, p);
    put3(parts, apr_psprintf(p, "PERSIST%d: ", page->code),
         wire_fault_text(page->code), "\n");
    if (*gist)
        put3(parts, visible(gist, p), "\n", "");
    put_section(parts, "What failed", trace_of(page));
    put_section(parts, "Next start", page->pause);
    put_section(parts, "What the script logged before", page->before);
    put_section(parts, "What its worker printed last", page->printed);
    put_section(parts, "Again, in a terminal", command_of(page));
    put_section(parts, "What it means, and what to do",
                persist_advice_text(page->code, p));
    put_section(parts, "Script", page->script);
    put_section(parts, "Interpreter", interpreter_of(page));
    put_section(parts, "Error id, in the log", page->id);
    return whole(parts, p);
}

/* ---- the visitor's ---- */

static const char *apology(int status)
{
    switch (status) {
    case 503:
        return "The server is temporarily unable to service your request. "
               "Please try again later.";
    case 504:
        return "The server did not complete your request in time.";
    default:
        return "The server met an error and was unable to complete your "
               "request.";
    }
}

const char *persist_page_visitor(int status, const char *line, const char *id,
                                 const char *signature, apr_pool_t *p)
{
    const char *name = strchr(line, ' ');
    return apr_pstrcat(p, "<!DOCTYPE html>\n<html><head>\n<title>", line,
                       "</title>\n</head><body>\n<h1>", name ? name + 1 : line,
                       "</h1>\n<p>", apology(status),
                       "</p>\n<p>Error id: <code>", escape(id, p),
                       "</code></p>\n", signature, "</body></html>\n", NULL);
}
