/* SPDX-License-Identifier: Apache-2.0 */
/* blocking.c: calls the core without Ruby's global lock (GVL). */

#include "sdk.h"

#include <errno.h>
#include <ruby/thread.h>

static void *run(void *data)
{
    sdk_call_t *call = data;
    call->result = call->run(call);
    call->error = errno;
    call->done = 1;
    return NULL;
}

/* Uses rb_thread_call_without_gvl2(), which does not make the call when an
 * interrupt is due, and raises nothing after it. */
static void run_unlocked(sdk_call_t *call)
{
    call->unit->busy = 1;
    rb_thread_call_without_gvl2(run, call, call->waits ? RUBY_UBF_IO : NULL,
                                NULL);
    call->unit->busy = 0;
}

static int is_interrupted(const sdk_call_t *call)
{
    return !call->done || (call->result < 0 && call->error == EINTR);
}

long sdk_block(sdk_call_t *call)
{
    for (;;) {
        if (call->request) /* other threads have run: check it again */
            sdk_request_unit(call->request);
        if (call->unit->busy)
            rb_raise(rb_eRuntimeError,
                     "another thread is at work on the request");
        run_unlocked(call);
        if (!is_interrupted(call))
            return call->result;
        call->done = 0;
        rb_thread_check_ints();
    }
}

/* A string that another thread sends is already locked: then a copy is made. */
VALUE sdk_hold(VALUE string)
{
    int state = 0;
    VALUE rescued = rb_errinfo();
    if (OBJ_FROZEN(string))
        return string;
    rb_protect(rb_str_locktmp, string, &state);
    if (!state)
        return string;
    rb_set_errinfo(rescued);
    return rb_obj_freeze(rb_str_new(RSTRING_PTR(string), RSTRING_LEN(string)));
}

VALUE sdk_let_go(VALUE held)
{
    return OBJ_FROZEN(held) ? held : rb_str_unlocktmp(held);
}
