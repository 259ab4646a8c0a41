/* SPDX-License-Identifier: Apache-2.0 */
/* persist_advice.c: what docs/errors.md says about the codes. errors.awk makes
 * a page of it, make a string of that page. Pure. */

#include "response/persist_advice.h"

#include <apr_strings.h>
#include <string.h>

const char persist_advice_all[] =
#include "response/persist_advice_page.h"
    ;

#define HEADING "<h3 id=\"PERSIST%d\">"
#define HEADING_END "</h3>"

const char *persist_advice_html(int code, apr_pool_t *p)
{
    const char *from =
        strstr(persist_advice_all, apr_psprintf(p, HEADING, code));
    if (!from || !(from = strstr(from, HEADING_END)))
        return NULL;
    from += sizeof(HEADING_END) - 1;
    const char *end = from;
    while (*end && strncmp(end, "<h", 2) != 0 && strncmp(end, "</body", 6) != 0)
        end++;
    return apr_pstrmemdup(p, from, (apr_size_t)(end - from));
}

/* The escapes that errors.awk writes. Returns the byte and sets *length. */
static char unescape(const char *at, size_t *length)
{
    static const struct {
        const char *name;
        char byte;
    } entities[] = {
        {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&#64;", '@'}};
    for (size_t i = 0; i < sizeof(entities) / sizeof(entities[0]); i++) {
        *length = strlen(entities[i].name);
        if (strncmp(at, entities[i].name, *length) == 0)
            return entities[i].byte;
    }
    *length = 1;
    return *at;
}

/* Elements go; the end of a paragraph leaves an empty line. */
const char *persist_advice_text(int code, apr_pool_t *p)
{
    const char *at = persist_advice_html(code, p);
    if (!at)
        return NULL;
    char *text = apr_palloc(p, strlen(at) * 2 + 1), *to = text;
    while (*at) {
        size_t length;
        if (*at != '<') {
            *to++ = unescape(at, &length);
            at += length;
            continue;
        }
        if (strncmp(at, "</p>", 4) == 0)
            *to++ = '\n';
        at += strcspn(at, ">");
        at += *at == '>';
    }
    while (to > text && to[-1] == '\n')
        to--;
    *to = '\0';
    return text + strspn(text, "\n");
}
