/* SPDX-License-Identifier: Apache-2.0 */
/* errors.c: errno of the core as exceptions of Ruby. */

#include "sdk.h"

#include <errno.h>

static VALUE client_gone, body_broken, deadline_exceeded;

VALUE sdk_constant(VALUE module, const char *name)
{
    VALUE constant = rb_const_get(module, rb_intern(name));
    rb_gc_register_mark_object(constant);
    return constant;
}

void sdk_init_errors(VALUE module)
{
    client_gone = sdk_constant(module, "ClientGone");
    body_broken = sdk_constant(module, "BodyBroken");
    deadline_exceeded = sdk_constant(module, "DeadlineExceeded");
}

VALUE sdk_deadline_exceeded(void)
{
    return rb_class_new_instance(0, NULL, deadline_exceeded);
}

void sdk_raise(int error)
{
    switch (error) {
    case EPIPE:
    case EPROTO: /* the connection to the client is closed in both cases */
        rb_exc_raise(rb_class_new_instance(0, NULL, client_gone));
    case EIO:
        rb_raise(body_broken, "the client's body is cut off");
    case EALREADY:
        rb_raise(rb_eRuntimeError, "the response has been started before");
    case E2BIG:
        rb_raise(rb_eArgError,
                 "more headers than the %d that a response may have",
                 PERSIST_HEADERS_MAX);
    default:
        rb_syserr_fail(error, NULL);
    }
}
