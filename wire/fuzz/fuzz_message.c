/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_message.c: checks that every frame that can be decoded can be encoded,
 * whole or split, and is then the same message. The input is a frame with its
 * prefix, which is skipped, so that the vectors can be seeds. */

#include "compare.h"
#include "wire_message.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_again(const wire_message_t *message,
                        const msgpack_sbuffer *out)
{
    static wire_message_t again;
    wire_bytes_t frame = {(const uint8_t *)out->data + WIRE_PREFIX_LEN,
                          out->size - WIRE_PREFIX_LEN};
    if (wire_decode(frame, &again) != 0 || again.kind != message->kind ||
        !compare_messages(message->kind, &message->as, &again.as))
        abort();
}

/* A split encoding lacks only the payload. */
static void check_split(const wire_message_t *message,
                        const msgpack_sbuffer *whole)
{
    static msgpack_sbuffer out;
    size_t split = 0;
    out.size = 0;
    if (wire_encode(&out, message->kind, &message->as, &split) != 0)
        abort();
    size_t payload = whole->size - out.size;
    if (split > out.size || memcmp(out.data, whole->data, split) != 0 ||
        (split < out.size &&
         memcmp(out.data + split, whole->data + split + payload,
                out.size - split) != 0))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static wire_message_t message;
    static msgpack_sbuffer out;
    if (size < WIRE_PREFIX_LEN)
        return 0;
    wire_bytes_t frame = {data + WIRE_PREFIX_LEN, size - WIRE_PREFIX_LEN};
    if (wire_decode(frame, &message) != 0)
        return 0;
    out.size = 0;
    if (wire_encode(&out, message.kind, &message.as, NULL) != 0)
        abort();
    check_again(&message, &out);
    check_split(&message, &out);
    return 0;
}
