/* SPDX-License-Identifier: Apache-2.0 */
/* persist_copy.c: cuts a text into pieces that a socket takes whole. */

#include "lifecycle/persist_copy.h"

#include "common_clock.h"

#include <stdio.h>
#include <string.h>

/* About the length of what comes with a text. */
#define HEAD_BYTES 200u

/* The length of the lines that end in these bytes, or all of them. */
static size_t whole_lines(const uint8_t *bytes, size_t len)
{
    size_t end = len;
    while (end > 0 && bytes[end - 1] != '\n')
        end--;
    return end > 0 ? end : len;
}

static wire_bytes_t cut(wire_bytes_t *text)
{
    wire_bytes_t piece = *text;
    if (piece.len > WIRE_SAID_MAX)
        piece.len = whole_lines(piece.data, WIRE_SAID_MAX);
    text->data += piece.len;
    text->len -= piece.len;
    return piece;
}

void persist_copy(slots_rate_t *rate, wire_said_t said,
                  persist_copy_send_t *send, void *context)
{
    wire_bytes_t left = said.text;
    while (left.len > 0) {
        said.text = cut(&left);
        uint32_t bytes = (uint32_t)said.text.len + HEAD_BYTES;
        if (slots_rate_take(rate, common_now_us(), bytes, NULL) &&
            send(context, &said) != 0)
            slots_rate_lost(rate, 1);
    }
}

void persist_copy_confess(slots_rate_t *rate, wire_said_t said,
                          persist_copy_send_t *send, void *context)
{
    char text[100];
    uint32_t lost = slots_rate_unreported(rate, common_now_us());
    if (lost == 0)
        return;
    snprintf(text, sizeof(text),
             "%u faults before this one, of any script, were dropped here",
             lost);
    said.text = (wire_bytes_t){(const uint8_t *)text, strlen(text)};
    if (send(context, &said) != 0)
        slots_rate_lost(rate, lost);
}
