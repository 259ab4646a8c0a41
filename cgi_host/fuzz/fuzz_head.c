/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_head.c: checks that the head of any output is found at the same place
 * however much of the body is there, and gives headers of whole strings. The
 * first byte of the input says whether the program is an nph- one. */

#include "cgi_head.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int holds)
{
    if (!holds)
        abort();
}

/* Names and values, each with its NUL, and no line end in them. */
static void check_block(const cgi_head_t *head)
{
    const char *at = head->block, *end = head->block + head->length;
    size_t strings = 0;
    expect(head->length <= head->size + 1);
    for (; at < end; at += strlen(at) + 1, strings++)
        expect(strchr(at, '\n') == NULL);
    expect(at == end && strings % 2 == 0);
}

/* A copy of exactly its size, so that ASan sees a read too far. */
static int read_head(const uint8_t *output, size_t n, int is_nph,
                     cgi_head_t *head)
{
    const char *why = NULL;
    char *copy = malloc(n ? n : 1);
    expect(copy != NULL);
    memcpy(copy, output, n);
    memset(head, 0, sizeof(*head));
    int found = cgi_head_read(copy, n, is_nph, head, &why);
    expect(found != CGI_HEAD_WRONG || why);
    free(copy);
    return found;
}

static void check_whole(const cgi_head_t *head, size_t n)
{
    expect(head->status >= 200 && head->status <= 599);
    expect(head->size > 0 && head->size <= n);
    check_block(head);
}

/* Nothing is found before the head is whole, and the same afterwards. */
static void check_cut(const uint8_t *output, int is_nph, int found,
                      const cgi_head_t *head)
{
    cgi_head_t cut;
    expect(read_head(output, head->size - 1, is_nph, &cut) == CGI_HEAD_PART);
    expect(read_head(output, head->size, is_nph, &cut) == found);
    if (found == CGI_HEAD_WHOLE)
        expect(cut.length == head->length && cut.status == head->status &&
               memcmp(cut.block, head->block, cut.length) == 0);
    free(cut.block);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cgi_head_t head;
    if (size == 0)
        return 0;
    int is_nph = data[0] & 1;
    int found = read_head(data + 1, size - 1, is_nph, &head);
    if (found == CGI_HEAD_WHOLE)
        check_whole(&head, size - 1);
    if (found != CGI_HEAD_PART)
        check_cut(data + 1, is_nph, found, &head);
    free(head.block);
    return 0;
}
