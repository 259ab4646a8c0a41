/* SPDX-License-Identifier: Apache-2.0 */
/* pw_validators.c: ETag and Last-Modified of a passed file that is all of a
 * response's body. A client can then resume a download, and need not get again
 * what it has.
 * Why: docs/decisions/which-responses-are-cut-into-ranges.md */

#include "pw_validators.h"

#include "pw_conn.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Wraps round in the year 2554: it only has to differ. */
static unsigned long long in_ns(struct timespec time)
{
    return (unsigned long long)time.tv_sec * 1000000000 +
           (unsigned long long)time.tv_nsec;
}

/* Whether more than a second has passed since then. */
static int is_past(struct timespec then, struct timespec now)
{
    return then.tv_sec < now.tv_sec - 1 ||
           (then.tv_sec == now.tv_sec - 1 && then.tv_nsec < now.tv_nsec);
}

/* As RFC 9110, 5.6.7 has it. strftime() would use the script's locale. */
static void write_date(char *text, size_t size, time_t seconds)
{
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    struct tm tm;
    gmtime_r(&seconds, &tm);
    snprintf(text, size, "%.3s, %02u %.3s %u %02u:%02u:%02u GMT",
             days + 3 * tm.tm_wday, tm.tm_mday % 100u, months + 3 * tm.tm_mon,
             (tm.tm_year + 1900) % 10000u, tm.tm_hour % 100u, tm.tm_min % 100u,
             tm.tm_sec % 100u);
}

/* Within the granularity of its time a file may change once more without a
 * trace, so its ETag is weak until then. */
int pw_validators_make(pw_validators_t *values, const wire_file_t *part,
                       struct timespec changed, struct timespec now)
{
    if (changed.tv_sec <= 0)
        return -1;
    snprintf(values->etag, sizeof(values->etag), "%s\"%llx-%llx-%llx\"",
             is_past(changed, now) ? "" : "W/",
             (unsigned long long)part->offset, (unsigned long long)part->length,
             in_ns(changed));
    write_date(values->modified, sizeof(values->modified),
               changed.tv_sec < now.tv_sec ? changed.tv_sec : now.tv_sec);
    return 0;
}

static wire_bytes_t text(const char *string)
{
    return (wire_bytes_t){(const uint8_t *)string, strlen(string)};
}

static int has(const wire_list_t *headers, wire_bytes_t name)
{
    for (size_t i = 0; i < headers->count; i += 2)
        if (headers->items[i].len == name.len &&
            strncasecmp((const char *)headers->items[i].data,
                        (const char *)name.data, name.len) == 0)
            return 1;
    return 0;
}

/* A head that is held, with room for more headers. */
typedef struct head {
    wire_message_t message;
    wire_bytes_t items[WIRE_ELEMENTS_MAX];
} head_t;

/* Decodes the held head. Returns 0 if it is not that of a 200. */
static int read_head(head_t *head, const pw_conn_t *conn)
{
    wire_bytes_t frame = {(const uint8_t *)conn->out.data + WIRE_PREFIX_LEN,
                          conn->request.sole.head - WIRE_PREFIX_LEN};
    if (wire_decode(frame, &head->message) != WIRE_OK)
        return 0;
    wire_response_t *response = &head->message.as.response;
    for (size_t i = 0; i < response->headers.count; i++)
        head->items[i] = response->headers.items[i];
    response->headers.items = head->items;
    return response->status == 200;
}

static void add(head_t *head, const char *name, const char *value)
{
    wire_list_t *headers = &head->message.as.response.headers;
    if (headers->count + 2 > WIRE_ELEMENTS_MAX || has(headers, text(name)))
        return;
    head->items[headers->count++] = text(name);
    head->items[headers->count++] = text(value);
}

/* Holds this head, and the file behind it, instead of what is held. */
static void replace_held(pw_conn_t *conn, const head_t *head)
{
    msgpack_sbuffer made, old = conn->out;
    msgpack_sbuffer_init(&made);
    if (wire_encode(&made, WIRE_RESPONSE, &head->message.as.response, NULL) ==
            WIRE_OK &&
        wire_encode(&made, WIRE_FILE, &conn->request.sole.part, NULL) ==
            WIRE_OK) {
        conn->out = made;
        conn->held = made.size;
        made = old;
    }
    msgpack_sbuffer_destroy(&made);
}

static int is_held(const pw_conn_t *conn)
{
    return conn->held > 0 && conn->passed >= 0 && conn->request.sole.head > 0;
}

void pw_validators_add(persist_request_t *request)
{
    const pw_sole_t *sole = &request->sole;
    struct timespec now;
    pw_validators_t values;
    head_t head;
    if (!is_held(request->conn) || clock_gettime(CLOCK_REALTIME, &now) < 0 ||
        pw_validators_make(&values, &sole->part, sole->changed, now) < 0 ||
        !read_head(&head, request->conn))
        return;
    add(&head, "ETag", values.etag);
    add(&head, "Last-Modified", values.modified);
    replace_held(request->conn, &head);
}
