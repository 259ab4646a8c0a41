/* SPDX-License-Identifier: Apache-2.0 */
/* request.c: what a script reads of a request of its worker. */

#include "sdk.h"

#include <errno.h>

#define CLASS "persist_worker.request"
#define PIECE ((size_t)64 << 10) /* most of a body in one read */

/* The object of sdk_request. Of use is only where it is: no other value has
 * this address while the loop holds it. */
static const void *current;

persist_request_t *sdk_request_check(lua_State *L)
{
    if (!sdk_request || lua_touserdata(L, 1) != current) {
        luaL_checkudata(L, 1, CLASS);
        luaL_error(L, "the request is over");
    }
    if (sdk_is_child())
        luaL_error(L, "the request is that of the parent process");
    return sdk_request;
}

/* variable(name): the value of one, or nil. */
static int variable(lua_State *L)
{
    const persist_request_t *request = sdk_request_check(L);
    lua_pushstring(L,
                   persist_request_variable(request, luaL_checkstring(L, 2)));
    return 1;
}

/* id(): the id under which httpd logs the request. */
static int id(lua_State *L)
{
    lua_pushstring(L, persist_request_id(sdk_request_check(L)));
    return 1;
}

/* read(): the next piece of the body, or nil at its end. */
static int read_piece(lua_State *L)
{
    persist_request_t *request = sdk_request_check(L);
    char piece[PIECE];
    long n;
    while ((n = persist_request_read(request, piece, sizeof(piece))) < 0 &&
           errno == EINTR)
        sdk_deadline_check(L);
    if (n < 0)
        return sdk_raise(L, errno);
    if (n == 0)
        return 0;
    lua_pushlstring(L, piece, (size_t)n);
    return 1;
}

/* time_left(): seconds until the soft deadline; nil: there is none. */
static int time_left(lua_State *L)
{
    long left = persist_request_time_left(sdk_request_check(L));
    if (left < 0)
        lua_pushnil(L);
    else
        lua_pushnumber(L, (lua_Number)left / 1000);
    return 1;
}

/* cancelled(): true if no client waits for the response any more. */
static int cancelled(lua_State *L)
{
    lua_pushboolean(L, persist_request_cancelled(sdk_request_check(L)));
    return 1;
}

static const luaL_Reg methods[] = {{"variables", sdk_variables},
                                   {"variable", variable},
                                   {"id", id},
                                   {"read", read_piece},
                                   {"time_left", time_left},
                                   {"cancelled", cancelled},
                                   {NULL, NULL}};

void sdk_request_push(lua_State *L)
{
    current = lua_newuserdata(L, 1);
    if (luaL_newmetatable(L, CLASS)) {
        lua_newtable(L);
        luaL_setfuncs(L, methods, 0);
        luaL_setfuncs(L, sdk_response_methods, 0);
        lua_setfield(L, -2, "__index");
    }
    lua_setmetatable(L, -2);
}
