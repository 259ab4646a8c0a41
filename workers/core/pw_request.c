/* SPDX-License-Identifier: Apache-2.0 */
/* pw_request.c: the record of a request, and what a script can read from it
 * without waiting. */

#include "pw_request.h"

#include "common_clock.h"
#include "pw_conn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Checks that the block has pairs of strings, each with its NUL, and no empty
 * name. A walk over them then needs to check for the end only. */
static int is_block(wire_bytes_t variables)
{
    const char *at = (const char *)variables.data;
    const char *end = at + variables.len;
    if (variables.len > 0 && end[-1] != '\0')
        return 0;
    while (at < end) {
        const char *value = at + strlen(at) + 1;
        if (*at == '\0' || value == end)
            return 0;
        at = value + strlen(value) + 1;
    }
    return 1;
}

/* Copies the variables out of the connection's read buffer, which is used again
 * for the body: the script may keep pointers to them. Returns 0, or -1 with
 * errno ENOMEM. */
static int keep_variables(persist_request_t *request)
{
    if (request->variables_len == 0)
        return 0;
    request->kept = malloc(request->variables_len);
    if (!request->kept)
        return -1;
    memcpy(request->kept, request->variables, request->variables_len);
    request->variables = request->kept;
    return 0;
}

int pw_request_begin(pw_conn_t *conn, const wire_request_t *asked)
{
    persist_request_t *request = &conn->request;
    wire_bytes_t variables = asked->variables;
    if (!is_block(variables)) {
        errno = EINVAL;
        return -1;
    }
    request->answer = PW_ASKED;
    request->informed = 0;
    request->seq = asked->seq;
    request->variables = (const char *)variables.data;
    request->variables_len = variables.len;
    request->deadline_us =
        asked->soft_ms
            ? common_now_us() + (int64_t)(asked->soft_ms % INT32_MAX) * 1000
            : 0;
    memcpy(request->id, asked->request_id.data, asked->request_id.len);
    request->id[asked->request_id.len] = '\0';
    request->chunk = asked->body;
    request->mark =
        asked->body_mode == WIRE_BODY_PULLED ? WIRE_MORE : WIRE_LAST;
    request->credit = 0;
    request->error = 0;
    request->late = 0;
    request->context = NULL;
    request->news = 0;
    return request->mark == WIRE_MORE ? keep_variables(request) : 0;
}

void pw_request_release(persist_request_t *request)
{
    free(request->kept);
    request->kept = NULL;
    request->variables_len = 0;
}

const char *persist_request_variables(const persist_request_t *request,
                                      size_t *len)
{
    *len = request->variables_len;
    return request->variables;
}

int persist_request_each(const persist_request_t *request, size_t *place,
                         const char **name, const char **value)
{
    if (*place >= request->variables_len)
        return 0;
    *name = request->variables + *place;
    *value = *name + strlen(*name) + 1;
    *place = (size_t)(*value - request->variables) + strlen(*value) + 1;
    return 1;
}

/* A variable that is missing is mostly not in the block at all, not even as a
 * value or as the end of a name. memmem() finds this out faster than a walk
 * over all pairs. */
const char *persist_request_variable(const persist_request_t *request,
                                     const char *name)
{
    size_t place = 0, size = strlen(name) + 1;
    const char *found, *value;
    if (!memmem(request->variables, request->variables_len, name, size))
        return NULL;
    while (persist_request_each(request, &place, &found, &value))
        if ((size_t)(value - found) == size && memcmp(found, name, size) == 0)
            return value;
    return NULL;
}

const char *persist_request_method(const persist_request_t *request)
{
    const char *method = persist_request_variable(request, "REQUEST_METHOD");
    return method ? method : "";
}

const char *persist_request_id(const persist_request_t *request)
{
    return request->id;
}

long persist_request_time_left(const persist_request_t *request)
{
    if (request->deadline_us == 0)
        return -1;
    if (request->late) /* by httpd's clock, which started before ours */
        return 0;
    int64_t left = request->deadline_us - common_now_us();
    return left > 0 ? (long)(left / 1000) : 0;
}

int persist_request_late(const persist_request_t *request)
{
    return request->late;
}
