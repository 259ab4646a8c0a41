/* SPDX-License-Identifier: Apache-2.0 */
/* Test of the worked example in wire/PROTOCOL.md: each block that begins with
 * "```hex NAME" holds the bytes of the vector NAME, apart from comments. */

#include "files.h"
#include "vectors.h"

#include <ctype.h>

#define FENCE "```hex "

/* Reads pairs of digits up to the closing fence, and moves *ptext there.
 * Returns how many bytes it has read, or -1 if it finds anything else. */
static int read_hex(char **ptext, unsigned char *bytes, size_t size)
{
    char *p = *ptext;
    size_t n = 0;
    while (*p != '`' && n < size) {
        if (*p == '#') {
            p += strcspn(p, "\n");
        } else if (isspace((unsigned char)*p)) {
            p++;
        } else if (vectors_byte(p) >= 0) {
            bytes[n++] = (unsigned char)vectors_byte(p);
            p += 2;
        } else {
            return -1;
        }
    }
    *ptext = p;
    return (int)n;
}

static int is_vector(const char *name, const unsigned char *bytes, int count)
{
    size_t len;
    int same = 0;
    vector_t vector;
    char *text = files_read("wire/vectors/streams.txt", &len);
    for (char *rest = text; vectors_next(&rest, &vector);) {
        if (strcmp(vector.name, name) == 0)
            same = count == (int)vector.len &&
                   memcmp(bytes, vector.bytes, vector.len) == 0;
        vectors_free(&vector);
    }
    free(text);
    return same;
}

/* text points after the opening fence. Returns where the block ends. */
static char *test_block(char *text)
{
    char name[64];
    unsigned char bytes[1024];
    if (sscanf(text, "%63[a-z0-9-]", name) != 1)
        bail_out("a block without a name");
    text += strlen(name);
    int count = read_hex(&text, bytes, sizeof(bytes));
    ok(is_vector(name, bytes, count), name);
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
