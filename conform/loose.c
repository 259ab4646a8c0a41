/* SPDX-License-Identifier: Apache-2.0 */
/* loose.c: a msgpack encoder that chooses long forms, see loose.h. */

#include "loose.h"

#include "wire_limits.h"
#include "wire_message.h"

#include <stdio.h>
#include <string.h>

static msgpack_sbuffer message, frame;
/* The style. */
static unsigned numbers, texts, arrays, extras;

static void put(uint8_t mark, uint64_t value, unsigned width)
{
    char bytes[9] = {(char)mark};
    for (unsigned i = 0; i < width; i++)
        bytes[1 + i] = (char)(value >> 8 * (width - 1 - i));
    msgpack_sbuffer_write(&message, bytes, 1 + width);
}

/* As uint 64, int 64 or uint 32. */
static void put_number(uint64_t value)
{
    static const uint8_t marks[] = {0xcf, 0xd3, 0xce};
    put(marks[numbers], value, numbers == 2 ? 4 : 8);
}

/* As bin 32, str 32 or str 16. */
static void put_bytes(const char *bytes, size_t n)
{
    static const uint8_t marks[] = {0xc6, 0xdb, 0xda};
    put(marks[texts], n, texts == 2 ? 2 : 4);
    msgpack_sbuffer_write(&message, bytes, n);
}

/* As array 16 or array 32. */
static void put_array(uint64_t count)
{
    put(arrays ? 0xdd : 0xdc, count, arrays ? 4 : 2);
}

/* Additional fields of every legal type: integers, one of them negative, bytes,
 * and a flat array. */
static void put_extras(void)
{
    put_number(1);
    put(0xff, 0, 0);
    put_bytes("new", 3);
    put_array(2);
    put_bytes("x", 1);
    put_number(2);
}

static void put_request(const char *path)
{
    char variables[256];
    int n = snprintf(variables, sizeof(variables),
                     "REQUEST_METHOD%cGET%cPATH_INFO%c%s%c", 0, 0, 0, path, 0);
    put_array(extras ? 11 : 7);
    put_number(WIRE_REQUEST);
    put_number(LOOSE_SEQ);
    put_bytes(variables, (size_t)n);
    put(0xc2, 0, 0); /* false: no body */
    put_bytes("", 0);
    put_number(0);
    put_bytes("loose", 5);
    if (extras)
        put_extras();
}

const msgpack_sbuffer *loose_request(unsigned style, const char *path)
{
    numbers = style % 3;
    texts = style / 3 % 3;
    arrays = style / 9 % 2;
    extras = style / 18 % 2;
    frame.size = message.size = 0;
    put_request(path);
    char prefix[WIRE_PREFIX_LEN] = {(char)0xce, 0, 0, (char)(message.size >> 8),
                                    (char)message.size};
    msgpack_sbuffer_write(&frame, prefix, sizeof(prefix));
    msgpack_sbuffer_write(&frame, message.data, message.size);
    return &frame;
}
