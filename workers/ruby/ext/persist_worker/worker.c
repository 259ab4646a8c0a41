/* SPDX-License-Identifier: Apache-2.0 */
/* worker.c: PersistWorker::Core: the process as a worker, and its loop. */

#include "sdk.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

persist_worker_t *sdk_worker;

static volatile sig_atomic_t child;
static VALUE cloning;
static ID id_fork, id_make;

int sdk_is_child(void)
{
    return child;
}

static void become_child(void)
{
    child = 1;
}

/* The signal below the core's own. SIGUSR2 stays free for the script. */
static int deadline_signal(void)
{
    return SIGRTMAX - 3;
}

/* Makes the process a worker. Returns 0, or the errno that tells why not. */
static VALUE core_open(VALUE self, VALUE sdk)
{
    (void)self;
    sdk_worker =
        persist_worker_open(StringValueCStr(sdk), PERSIST_INTERRUPTIBLE);
    if (!sdk_worker)
        return INT2FIX(errno);
    errno = pthread_atfork(NULL, NULL, become_child);
    if (errno)
        rb_sys_fail("pthread_atfork");
    return INT2FIX(0);
}

static void check(int rc)
{
    if (rc < 0)
        rb_sys_fail(NULL);
}

/* Sets the capacity, the loaded files (a block), and after how many requests
 * clones may be made (nil: never). */
static VALUE core_ready(VALUE self, VALUE capacity, VALUE files, VALUE clones)
{
    (void)self;
    StringValue(files);
    check(persist_worker_ready(sdk_worker, NUM2UINT(capacity),
                               RSTRING_PTR(files), (size_t)RSTRING_LEN(files)));
    check(persist_worker_signal(sdk_worker, deadline_signal()));
    if (!NIL_P(clones))
        check(persist_worker_clones(sdk_worker, NUM2UINT(clones), NULL));
    return Qnil;
}

/* Has httpd gather bodies whose length the client has not told. */
static VALUE core_by_length(VALUE self)
{
    (void)self;
    check(persist_worker_by_length(sdk_worker));
    return Qnil;
}

static VALUE core_loaded(VALUE self, VALUE files)
{
    (void)self;
    StringValue(files);
    check(persist_worker_loaded(sdk_worker, RSTRING_PTR(files),
                                (size_t)RSTRING_LEN(files)));
    return Qnil;
}

/* The body of the signal's handler, which Ruby runs in the main thread. */
static VALUE core_expire(VALUE self)
{
    if (child)
        return Qnil;
    persist_worker_look(sdk_worker);
    sdk_unit_expire();
    return self;
}

static VALUE core_deadline_signal(VALUE self)
{
    (void)self;
    return INT2FIX(deadline_signal());
}

static long next(sdk_call_t *call)
{
    sdk_unit_t *unit = call->unit;
    persist_request_t *previous = unit->previous;
    unit->previous = NULL;
    unit->ptr = persist_worker_next(sdk_worker, previous);
    return unit->ptr || errno == 0 ? 0 : -1;
}

static VALUE taken(sdk_unit_t *unit)
{
    if (unit->ptr)
        return sdk_request_new(unit);
    sdk_unit_leave(unit);
    return Qnil;
}

/* Waits for the next request and returns it; the previous one must be closed.
 * nil: the worker must end. */
static VALUE core_take(VALUE self)
{
    (void)self;
    while (!child) {
        sdk_unit_t *unit = sdk_unit_here();
        sdk_call_t call = {.unit = unit, .run = next, .waits = 1};
        if (sdk_block(&call) == 0)
            return taken(unit);
        if (call.error != ECHILD)
            rb_syserr_fail(call.error, NULL);
        rb_funcallv(cloning, id_make, 0, NULL);
    }
    return Qnil;
}

static long leave(sdk_call_t *call)
{
    persist_worker_leave(sdk_worker, call->unit->previous);
    return 0;
}

/* Ends the loop of this thread. The worker then gets no further requests. */
static VALUE core_leave(VALUE self)
{
    (void)self;
    sdk_unit_t *unit = sdk_unit_here();
    sdk_call_t call = {.unit = unit, .run = leave};
    if (unit->ptr) /* an exception kept the request from the script */
        sdk_request_close(unit);
    sdk_block(&call);
    sdk_unit_leave(unit);
    return Qnil;
}

static VALUE core_child(VALUE self)
{
    (void)self;
    return child ? Qtrue : Qfalse;
}

/* Returns the id of the request at which this thread works, or nil. */
static VALUE core_request_id(VALUE self)
{
    (void)self;
    const sdk_unit_t *unit = sdk_unit_at_work();
    return unit ? rb_str_new_cstr(persist_request_id(unit->ptr)) : Qnil;
}

static VALUE fork_pid(VALUE none)
{
    VALUE pid = rb_funcallv(rb_mProcess, id_fork, 0, NULL);
    (void)none;
    return NIL_P(pid) ? INT2FIX(0) : pid;
}

/* Forks by Ruby's own method: its timer thread would not survive another way.
 */
static int do_fork(void *context)
{
    int state = 0;
    VALUE rescued = rb_errinfo();
    VALUE pid = rb_protect(fork_pid, Qnil, &state);
    (void)context;
    if (!state)
        return NUM2INT(pid);
    if (child) /* a signal was raised in the child, which is not ready */
        _exit(1);
    rb_set_errinfo(rescued);
    return -1;
}

/* Returns true in the process between worker and clone, which makes the clone
 * and then ends. */
static VALUE core_fork(VALUE self)
{
    (void)self;
    int between = persist_worker_fork_by(sdk_worker, do_fork, NULL) == 0;
    return between ? Qtrue : Qfalse;
}

static VALUE core_become_clone(VALUE self)
{
    (void)self;
    child = 0;
    check(persist_worker_clone(sdk_worker));
    return Qnil;
}

void sdk_init_worker(VALUE module)
{
    VALUE core = rb_define_module_under(module, "Core");
    cloning = sdk_constant(module, "Cloning");
    id_fork = rb_intern("fork");
    id_make = rb_intern("make");
    rb_define_singleton_method(core, "open", core_open, 1);
    rb_define_singleton_method(core, "ready", core_ready, 3);
    rb_define_singleton_method(core, "by_length", core_by_length, 0);
    rb_define_singleton_method(core, "loaded", core_loaded, 1);
    rb_define_singleton_method(core, "expire", core_expire, 0);
    rb_define_singleton_method(core, "deadline_signal", core_deadline_signal,
                               0);
    rb_define_singleton_method(core, "take", core_take, 0);
    rb_define_singleton_method(core, "leave", core_leave, 0);
    rb_define_singleton_method(core, "child?", core_child, 0);
    rb_define_singleton_method(core, "request_id", core_request_id, 0);
    rb_define_singleton_method(core, "fork", core_fork, 0);
    rb_define_singleton_method(core, "become_clone", core_become_clone, 0);
}
