/* SPDX-License-Identifier: Apache-2.0 */
/* deadline.c: persistd sends a signal when a request has passed its soft
 * deadline. The handler only sets a debug hook, as the interpreter's own
 * handler of SIGINT does; the hook then raises the error between two
 * instructions. */

#include "sdk.h"

#include <signal.h>
#include <stddef.h>

/* Written by the loop; read by the signal's handler. NULL: no request. */
static lua_State *volatile armed;

/* Below the core's own signal. SIGUSR2 stays free for the script. */
int sdk_deadline_signal(void)
{
    return SIGRTMAX - 3;
}

void sdk_deadline_check(lua_State *L)
{
    persist_worker_look(sdk_worker);
    if (!armed || !sdk_request || !persist_request_late(sdk_request))
        return;
    armed = NULL;
    sdk_raise_deadline(L);
}

static void hook(lua_State *L, lua_Debug *activity)
{
    (void)activity;
    lua_sethook(L, NULL, 0, 0);
    if (!sdk_is_child())
        sdk_deadline_check(L);
}

static void handle(int number)
{
    lua_State *L = armed;
    (void)number;
    if (L)
        lua_sethook(L, hook, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT, 1);
}

/* Without SA_RESTART: a wait for the body ends, and the deadline is seen. */
int sdk_deadline_install(void)
{
    struct sigaction action = {.sa_handler = handle};
    sigemptyset(&action.sa_mask);
    return sigaction(sdk_deadline_signal(), &action, NULL);
}

void sdk_deadline_disarm(void)
{
    armed = NULL;
}

/* The end of the call and of the deadline are one step for Lua: no hook runs
 * between them. */
int sdk_deadline_guard(lua_State *L)
{
    lua_settop(L, 3);
    lua_insert(L, 1); /* argument, handler, caught */
    lua_insert(L, 1); /* caught, argument, handler */
    lua_insert(L, 2); /* caught, handler, argument */
    armed = sdk_request ? L : NULL;
    int rc = lua_pcall(L, 1, 0, 1);
    armed = NULL;
    if (lua_gethook(L) == hook)
        lua_sethook(L, NULL, 0, 0);
    if (sdk_is_child())
        return 0;
    lua_pushboolean(L, rc == 0);
    lua_replace(L, 1);
    return rc == 0 ? 1 : 2;
}
