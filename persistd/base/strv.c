/* SPDX-License-Identifier: Apache-2.0 */
/* strv.c: builds arrays of strings for exec. */

#include "base/strv.h"

#include "base/heap.h"

#include <stdlib.h>
#include <string.h>

static int has_byte(wire_bytes_t bytes, int byte)
{
    return bytes.len > 0 && memchr(bytes.data, byte, bytes.len) != NULL;
}

static const char *list_fault(const wire_list_t *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (has_byte(list->items[i], '\0'))
            return "a NUL byte in an argument or in the environment";
    return NULL;
}

static const char *pairs_fault(const wire_list_t *pairs)
{
    if (pairs->count % 2 != 0)
        return "an environment variable without a value";
    for (size_t i = 0; i < pairs->count; i += 2)
        if (pairs->items[i].len == 0 || has_byte(pairs->items[i], '='))
            return "an environment variable's name is empty or holds '='";
    return list_fault(pairs);
}

char **strv_from_list(const wire_list_t *list, const char **why)
{
    const char *fault = list_fault(list);
    if (fault) {
        *why = fault;
        return NULL;
    }
    char **strings = heap_make(list->count + 1, sizeof(*strings));
    for (size_t i = 0; i < list->count; i++)
        strings[i] = heap_text(list->items[i].data, list->items[i].len);
    return strings;
}

static char *join_pair(wire_bytes_t name, wire_bytes_t value)
{
    char *text = heap_make(name.len + 1 + value.len + 1, 1);
    memcpy(text, name.data, name.len);
    text[name.len] = '=';
    if (value.len > 0)
        memcpy(text + name.len + 1, value.data, value.len);
    return text;
}

char **strv_from_pairs(const wire_list_t *pairs, const char **why)
{
    const char *fault = pairs_fault(pairs);
    if (fault) {
        *why = fault;
        return NULL;
    }
    char **strings = heap_make(pairs->count / 2 + 1, sizeof(*strings));
    for (size_t i = 0; i < pairs->count; i += 2)
        strings[i / 2] = join_pair(pairs->items[i], pairs->items[i + 1]);
    return strings;
}

/* The index of the variable that this "NAME=value" sets, or count. */
static size_t find_variable(char **strings, size_t count, const char *pair)
{
    size_t len = strcspn(pair, "=") + 1;
    for (size_t i = 0; i < count; i++)
        if (strncmp(strings[i], pair, len) == 0)
            return i;
    return count;
}

char **strv_overlay(char **base, char **over)
{
    size_t room = strv_count(base) + strv_count(over) + 1;
    char **strings = heap_make(room, sizeof(*strings));
    size_t count = 0;
    char **const layers[] = {base, over};
    for (size_t layer = 0; layer < 2; layer++) {
        for (char **from = layers[layer]; from && *from; from++) {
            size_t at = find_variable(strings, count, *from);
            strings[at] = *from;
            count += at == count;
        }
    }
    return strings;
}

size_t strv_count(char *const *strings)
{
    size_t count = 0;
    while (strings && strings[count])
        count++;
    return count;
}

void strv_free(char **strings)
{
    for (char **string = strings; string && *string; string++)
        free(*string);
    free(strings);
}
