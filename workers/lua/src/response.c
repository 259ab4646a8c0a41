/* SPDX-License-Identifier: Apache-2.0 */
/* response.c: the methods of a request that send. flags are those of enum
 * persist_response_flags. */

#include "sdk.h"

#include <errno.h>
#include <string.h>

static int sent(lua_State *L, int rc)
{
    return rc < 0 ? sdk_raise(L, errno) : 0;
}

unsigned sdk_status_check(lua_State *L, int index)
{
    lua_Number status = luaL_checknumber(L, index);
    if (!(status >= 200 && status <= 599) || status != (unsigned)status)
        luaL_error(L, "no status for this: %s", lua_tostring(L, index));
    return (unsigned)status;
}

static unsigned flags_at(lua_State *L, int index)
{
    return (unsigned)luaL_optinteger(L, index, 0);
}

/* httpd finds the length of a body in one frame itself. */
static int needs_length(unsigned status, size_t len)
{
    return len > SDK_FRAME_MAX && status != 204 && status != 205 &&
           status != 304;
}

/* respond(status, headers, body, flags): the whole response. */
static int respond(lua_State *L)
{
    persist_request_t *request = sdk_request_check(L);
    unsigned status = sdk_status_check(L, 2);
    size_t block_len, len;
    const char *body = luaL_optlstring(L, 4, "", &len);
    const char *block = needs_length(status, len)
                            ? sdk_block_with_length(L, 3, len, &block_len)
                            : sdk_block_pack(L, 3, &block_len);
    return sent(L, persist_request_respond(request, status, block, block_len,
                                           body, len, flags_at(L, 5)));
}

/* start(status, headers): the head of a response in pieces. */
static int start(lua_State *L)
{
    persist_request_t *request = sdk_request_check(L);
    unsigned status = sdk_status_check(L, 2);
    size_t len;
    const char *block = sdk_block_pack(L, 3, &len);
    return sent(L, persist_request_start(request, status, block, len, 0));
}

/* write(bytes): a piece. */
static int write_piece(lua_State *L)
{
    persist_request_t *request = sdk_request_check(L);
    size_t len;
    const char *bytes = luaL_checklstring(L, 2, &len);
    return sent(L, persist_request_write(request, bytes, len));
}

/* send_file(file, offset, length): a part of an open file. */
static int send_file(lua_State *L)
{
    persist_request_t *request = sdk_request_check(L);
    FILE *file = sdk_file_check(L, 2);
    lua_Number offset = luaL_optnumber(L, 3, 0);
    lua_Number length = luaL_optnumber(L, 4, -1);
    luaL_argcheck(L, offset >= 0 && offset < 9e15, 3, "no place in a file");
    luaL_argcheck(L, length >= -1 && length < 9e15, 4, "no length");
    return sent(L, persist_request_send_file(request, fileno(file),
                                             (long long)offset,
                                             (long long)length));
}

/* flush(): sends what is held back, and notices that the client has gone. */
static int flush(lua_State *L)
{
    persist_request_t *request = sdk_request_check(L);
    int rc = persist_request_flush(request);
    if (rc == 0 && persist_request_cancelled(request) &&
        !persist_request_late(request))
        return sdk_raise(L, EPIPE);
    return sent(L, rc);
}

/* finish(trailers, flags): ends a response in pieces. */
static int finish(lua_State *L)
{
    persist_request_t *request = sdk_request_check(L);
    size_t len;
    const char *block = sdk_block_pack(L, 2, &len);
    return sent(L, persist_request_finish_trailers(request, block, len,
                                                   flags_at(L, 3)));
}

/* info(headers): 103, before the response. */
static int info(lua_State *L)
{
    persist_request_t *request = sdk_request_check(L);
    size_t len;
    const char *block = sdk_block_pack(L, 2, &len);
    int rc = persist_request_info(request, 103, block, len);
    if (rc < 0 && errno == ERANGE)
        return luaL_error(L, "httpd takes no more interim responses");
    return sent(L, rc);
}

/* log(level, text): a line in httpd's error log. */
static int write_log(lua_State *L)
{
    persist_request_t *request = sdk_request_check(L);
    size_t len;
    lua_Integer level = luaL_checkinteger(L, 2);
    const char *text = luaL_checklstring(L, 3, &len);
    luaL_argcheck(L, level >= 0 && level <= 7, 2, "no level for a log");
    return sent(L, persist_request_log(request, (unsigned)level, text, len));
}

/* fail(status, text, flags): answers for a script that has failed. If its
 * response has begun, the client's stream is aborted. */
static int fail(lua_State *L)
{
    persist_request_t *request = sdk_request_check(L);
    unsigned status = sdk_status_check(L, 2), flags = flags_at(L, 4);
    size_t len;
    const char *text = luaL_checklstring(L, 3, &len);
    if (persist_request_respond(request, status,
                                PERSIST_BLOCK("Content-Type\0text/plain"), text,
                                len, flags | PERSIST_FAULT) < 0 &&
        errno == EALREADY)
        persist_request_abort(request, flags);
    return 0;
}

/* complete(flags): ends a response that the script has not ended. Returns true,
 * or false if the script has not begun one. */
static int complete(lua_State *L)
{
    persist_request_t *request = sdk_request_check(L);
    int rc = persist_request_finish(request, flags_at(L, 2));
    lua_pushboolean(L, rc == 0 || errno != EINVAL);
    return 1;
}

const luaL_Reg sdk_response_methods[] = {
    {"respond", respond},     {"start", start},   {"write", write_piece},
    {"send_file", send_file}, {"flush", flush},   {"finish", finish},
    {"info", info},           {"log", write_log}, {"fail", fail},
    {"complete", complete},   {NULL, NULL}};
