/* SPDX-License-Identifier: Apache-2.0 */
/* persist_env_block.c: a table as one block of bytes. Pure, except for
 * memory. */

#include "request/persist_env_block.h"

#include <string.h>

/* Each byte as it appears in a variable's name. isalnum() would be a call for
 * each byte, and depends on the locale. */
static const char shown[] = "________________________________"
                            "________________0123456789______"
                            "_ABCDEFGHIJKLMNOPQRSTUVWXYZ_____"
                            "_abcdefghijklmnopqrstuvwxyz_____"
                            "________________________________"
                            "________________________________"
                            "________________________________"
                            "________________________________";

typedef struct part {
    wire_bytes_t name;
    wire_bytes_t value;
} part_t;

/* A module may have set a name to NULL. CGI shows that as an empty value. */
static wire_bytes_t bytes_of(const char *text)
{
    if (!text)
        text = "";
    return (wire_bytes_t){(const uint8_t *)text, strlen(text)};
}

/* Collects the entries that have a name. Returns their number, and their bytes
 * in *size. */
static size_t measure(const apr_array_header_t *entries, part_t *parts,
                      size_t *size)
{
    const apr_table_entry_t *entry = (const apr_table_entry_t *)entries->elts;
    size_t count = 0;
    *size = 0;
    for (int i = 0; i < entries->nelts; i++) {
        if (!entry[i].key || !*entry[i].key)
            continue;
        part_t part = {bytes_of(entry[i].key), bytes_of(entry[i].val)};
        *size += part.name.len + part.value.len + 2;
        parts[count++] = part;
    }
    return count;
}

static uint8_t *put_name(uint8_t *at, wire_bytes_t name)
{
    for (size_t i = 0; i < name.len; i++)
        at[i] = (uint8_t)shown[name.data[i]];
    if (name.data[0] >= '0' && name.data[0] <= '9')
        at[0] = '_';
    at[name.len] = '\0';
    return at + name.len + 1;
}

static uint8_t *put_value(uint8_t *at, wire_bytes_t value)
{
    memcpy(at, value.data, value.len + 1); /* with its NUL */
    return at + value.len + 1;
}

size_t persist_env_block_make(const apr_table_t *table, size_t most,
                              apr_pool_t *p, wire_bytes_t *block)
{
    const apr_array_header_t *entries = apr_table_elts(table);
    part_t *parts = apr_palloc(p, (size_t)entries->nelts * sizeof(*parts));
    size_t size, count = measure(entries, parts, &size);
    if (size > most)
        return size;
    uint8_t *start = apr_palloc(p, size);
    uint8_t *at = start;
    while (count-- > 0)
        at = put_value(put_name(at, parts[count].name), parts[count].value);
    *block = (wire_bytes_t){start, size};
    return size;
}
