/* SPDX-License-Identifier: Apache-2.0 */
/* worker.c: persist_worker.core: the process as a worker, and its loop. */

#include "sdk.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SORRY "The server met an error and could not answer.\n"

persist_worker_t *sdk_worker;
persist_request_t *sdk_request;

static volatile sig_atomic_t child;

int sdk_is_child(void)
{
    return child;
}

static void become_child(void)
{
    child = 1;
}

/* The interpreter ends by exit(3), after os.exit() or an error that no one has
 * caught. A request that has no answer yet gets one, and requests that are on
 * their way run elsewhere. */
static void leave(void)
{
    if (child || !sdk_worker)
        return;
    sdk_deadline_disarm();
    if (sdk_request &&
        persist_request_respond(sdk_request, 500,
                                PERSIST_BLOCK("Content-Type\0text/plain"),
                                SORRY, sizeof(SORRY) - 1, PERSIST_FAULT) < 0 &&
        errno == EALREADY)
        persist_request_abort(sdk_request, 0);
    persist_worker_leave(sdk_worker, sdk_request);
    sdk_request = NULL;
}

/* open(sdk): makes the process a worker. Returns true; false if persistd has
 * not started it, or speaks another version of the protocol: nil. */
static int core_open(lua_State *L)
{
    sdk_worker =
        persist_worker_open(luaL_checkstring(L, 1), PERSIST_INTERRUPTIBLE);
    if (!sdk_worker && errno == EPROTONOSUPPORT)
        return 0;
    lua_pushboolean(L, sdk_worker != NULL);
    if (!sdk_worker)
        return 1;
    errno = pthread_atfork(NULL, NULL, become_child);
    if (errno || atexit(leave) != 0 || sdk_deadline_install() != 0)
        return luaL_error(L, "%s", strerror(errno));
    return 1;
}

static void check(lua_State *L, int rc)
{
    if (rc < 0)
        luaL_error(L, "%s", strerror(errno));
}

/* Calls the function of this name in the registry. */
static void call_hook(lua_State *L, const char *name)
{
    lua_getfield(L, LUA_REGISTRYINDEX, name);
    if (lua_pcall(L, 0, 0, 0) == 0)
        return;
    const char *text = lua_tostring(L, -1);
    fprintf(stderr, "%s\n", text ? text : "an error that is no string");
    lua_pop(L, 1);
}

static void before_fork(void *context)
{
    call_hook(context, "persist_worker.before_fork");
}

/* child is 1 in the clone, by the handler of pthread_atfork(3). */
static void after_fork(void *context)
{
    child = 0;
    call_hook(context, "persist_worker.after_fork");
}

/* ready(files[, clones, before, after]): what READY tells: a block of the
 * loaded files, and after how many requests clones may be made, with the
 * functions that are called around the fork. */
static int ready(lua_State *L)
{
    size_t len;
    const char *files = luaL_checklstring(L, 1, &len);
    check(L, persist_worker_ready(sdk_worker, 1, files, len));
    check(L, persist_worker_signal(sdk_worker, sdk_deadline_signal()));
    if (lua_isnoneornil(L, 2))
        return 0;
    persist_clone_hooks_t hooks = {before_fork, after_fork, L};
    lua_settop(L, 4);
    lua_setfield(L, LUA_REGISTRYINDEX, "persist_worker.after_fork");
    lua_setfield(L, LUA_REGISTRYINDEX, "persist_worker.before_fork");
    check(L, persist_worker_clones(sdk_worker,
                                   (unsigned)luaL_checkinteger(L, 2), &hooks));
    return 0;
}

/* loaded(files): the script has loaded more of them. */
static int loaded(lua_State *L)
{
    size_t len;
    const char *files = luaL_checklstring(L, 1, &len);
    check(L, persist_worker_loaded(sdk_worker, files, len));
    return 0;
}

/* take(): waits for the next request and returns it; the last one must be
 * closed. nil: the worker must end. */
static int take(lua_State *L)
{
    persist_request_t *last = sdk_request;
    sdk_deadline_disarm();
    sdk_request = NULL;
    do {
        if (child)
            return 0;
        sdk_request = persist_worker_next(sdk_worker, last);
        last = NULL;
    } while (!sdk_request && errno == EINTR);
    if (!sdk_request)
        return errno == 0 ? 0 : luaL_error(L, "%s", strerror(errno));
    sdk_request_push(L, sdk_request);
    sdk_deadline_arm(L);
    return 1;
}

/* disarm(): the handler has returned; no deadline interrupts what follows. */
static int disarm(lua_State *L)
{
    (void)L;
    sdk_deadline_disarm();
    return 0;
}

/* is_child(): whether the script has forked this process. */
static int is_child(lua_State *L)
{
    lua_pushboolean(L, child);
    return 1;
}

static const luaL_Reg functions[] = {
    {"open", core_open},        {"ready", ready},
    {"loaded", loaded},         {"take", take},
    {"disarm", disarm},         {"is_child", is_child},
    {"errors", sdk_errors_set}, {NULL, NULL}};

#pragma GCC visibility push(default)
int luaopen_persist_worker_core(lua_State *L);
#pragma GCC visibility pop

int luaopen_persist_worker_core(lua_State *L)
{
    lua_newtable(L);
    luaL_setfuncs(L, functions, 0);
    luaL_setfuncs(L, sdk_plain_functions, 0);
    lua_pushstring(L, PERSIST_WORKER_VERSION);
    lua_setfield(L, -2, "VERSION");
    return 1;
}
