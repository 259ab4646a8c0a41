/* SPDX-License-Identifier: Apache-2.0 */
/* The worked example of wire/PROTOCOL.md is true: each block that begins with
 * "```hex NAME" holds the bytes of the vector NAME, comments apart. */

#include "files.h"

#include <ctype.h>

#define FENCE "```hex "

static int digit(char c)
{
    const char *digits = "0123456789abcdef";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* Reads pairs of digits up to the closing fence; returns how many, with *ptext
 * behind them, or -1 when something else stands there. */
static int read_hex(char **ptext, unsigned char *bytes, size_t size)
{
    char *p = *ptext;
    size_t n = 0;
    while (*p != '`' && n < size) {
        if (*p == '#') {
            p += strcspn(p, "\n");
        } else if (isspace((unsigned char)*p)) {
            p++;
        } else if (digit(p[0]) >= 0 && digit(p[1]) >= 0) {
            bytes[n++] = (unsigned char)(digit(p[0]) << 4 | digit(p[1]));
            p += 2;
        } else {
            return -1;
        }
    }
    *ptext = p;
    return (int)n;
}

/* text stands behind the fence; returns where the block ends. */
static char *test_block(char *text)
{
    char name[64], path[128];
    unsigned char bytes[1024];
    size_t len = 0;
    if (sscanf(text, "%63[a-z0-9-]", name) != 1)
        bail_out("a block without a name");
    text += strlen(name);
    int count = read_hex(&text, bytes, sizeof(bytes));
    snprintf(path, sizeof(path), "wire/vectors/%s.bin", name);
    char *want = files_read(path, &len);
    ok(count == (int)len && memcmp(bytes, want, len) == 0, name);
    free(want);
    return text;
}

int main(void)
{
    size_t len;
    int blocks = 0;
    char *text = files_read("wire/PROTOCOL.md", &len);
    for (char *at = text; (at = strstr(at, FENCE)) != NULL; blocks++)
        at = test_block(at + strlen(FENCE));
    is_int(blocks, 9, "the example has its nine steps");
    free(text);
    return done_testing();
}
