/* SPDX-License-Identifier: Apache-2.0 */
/* errors.c: errno of the core as errors of Lua. The three that a script may
 * want to tell apart are objects, which errors.lua makes. */

#include "sdk.h"

#include <errno.h>
#include <string.h>

static const char *const NAMES[] = {"client_gone", "body_broken",
                                    "deadline_exceeded"};

static int raise_object(lua_State *L, int which)
{
    lua_getfield(L, LUA_REGISTRYINDEX, NAMES[which]);
    return lua_error(L);
}

int sdk_errors_set(lua_State *L)
{
    lua_settop(L, 3);
    for (int i = 2; i >= 0; i--)
        lua_setfield(L, LUA_REGISTRYINDEX, NAMES[i]);
    return 0;
}

int sdk_raise_deadline(lua_State *L)
{
    return raise_object(L, 2);
}

int sdk_raise(lua_State *L, int error)
{
    switch (error) {
    case EPIPE:
    case EPROTO: /* the connection to the client is closed in both cases */
        return raise_object(L, 0);
    case EIO:
        return raise_object(L, 1);
    case EALREADY:
        return luaL_error(L, "the response has been started before");
    case E2BIG:
        return luaL_error(L,
                          "more headers than the %d that a response may have",
                          PERSIST_HEADERS_MAX);
    case EINVAL:
        return luaL_error(L, "the response has not been started, or has ended");
    default:
        return luaL_error(L, "%s", strerror(error));
    }
}
