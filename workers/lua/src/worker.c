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

/* open(sdk): makes the process a worker. Returns true, also if it is one
 * already; false if persistd has not started it, or speaks another version of
 * the protocol: nil. */
static int core_open(lua_State *L)
{
    persist_worker_t *worker = sdk_worker
                                   ? sdk_worker
                                   : persist_worker_open(luaL_checkstring(L, 1),
                                                         PERSIST_INTERRUPTIBLE);
    if (!worker && errno == EPROTONOSUPPORT)
        return 0;
    if (!worker && errno != ENOENT)
        return luaL_error(L, "not a worker: %s", strerror(errno));
    if (worker && !sdk_worker &&
        (atexit(leave) != 0 || sdk_deadline_install() != 0))
        return luaL_error(L, "%s", strerror(errno));
    sdk_worker = worker;
    lua_pushboolean(L, worker != NULL);
    return 1;
}

static void check(lua_State *L, int rc)
{
    if (rc < 0)
        luaL_error(L, "%s", strerror(errno));
}

/* ready(files[, clones]): what READY tells: a block of the loaded files, and
 * after how many requests clones may be made. */
static int ready(lua_State *L)
{
    size_t len;
    const char *files = luaL_checklstring(L, 1, &len);
    check(L, persist_worker_ready(sdk_worker, 1, files, len));
    check(L, persist_worker_signal(sdk_worker, sdk_deadline_signal()));
    if (!lua_isnoneornil(L, 2))
        check(L, persist_worker_clones(
                     sdk_worker, (unsigned)luaL_checkinteger(L, 2), NULL));
    return 0;
}

/* clone(good): answers persistd's order for a clone. Returns in the worker, and
 * in the clone if it is made: not if good is false. The process between them
 * ends at once, so that the clone is persistd's child. */
static int make_clone(lua_State *L)
{
    int good = lua_toboolean(L, 1);
    if (persist_worker_fork(sdk_worker) != 0)
        return 0;
    pid_t pid = good ? fork() : -1;
    if (pid != 0)
        _exit(pid < 0);
    child = 0;
    if (persist_worker_clone(sdk_worker) < 0)
        _exit(1);
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

/* take(): waits for the next request and returns it; the last one is over. nil:
 * the worker must end. false: clone() must be called. */
static int take(lua_State *L)
{
    persist_request_t *last = sdk_request;
    sdk_request = NULL;
    do {
        if (child)
            return 0;
        sdk_request = persist_worker_next(sdk_worker, last);
        last = NULL;
    } while (!sdk_request && errno == EINTR);
    if (sdk_request)
        sdk_request_push(L);
    else if (errno == ECHILD)
        lua_pushboolean(L, 0);
    else
        return errno == 0 ? 0 : luaL_error(L, "%s", strerror(errno));
    return 1;
}

/* is_child(): whether the script has forked this process. */
static int is_child(lua_State *L)
{
    lua_pushboolean(L, child);
    return 1;
}

static const luaL_Reg functions[] = {{"open", core_open},
                                     {"ready", ready},
                                     {"loaded", loaded},
                                     {"take", take},
                                     {"guard", sdk_deadline_guard},
                                     {"clone", make_clone},
                                     {"is_child", is_child},
                                     {"errors", sdk_errors_set},
                                     {NULL, NULL}};

/* Once in a process, whatever number of states loads the module. */
static void watch_forks(lua_State *L)
{
    static int watched;
    errno = watched ? 0 : pthread_atfork(NULL, NULL, become_child);
    watched = errno == 0;
    if (errno)
        luaL_error(L, "pthread_atfork: %s", strerror(errno));
}

#pragma GCC visibility push(default)
int luaopen_persist_worker_core(lua_State *L);
#pragma GCC visibility pop

int luaopen_persist_worker_core(lua_State *L)
{
    watch_forks(L);
    lua_newtable(L);
    luaL_setfuncs(L, functions, 0);
    luaL_setfuncs(L, sdk_plain_functions, 0);
    lua_pushstring(L, PERSIST_WORKER_VERSION);
    lua_setfield(L, -2, "VERSION");
    return 1;
}
