/* SPDX-License-Identifier: Apache-2.0 */
/* unit.c: the threads that answer requests. A unit is found by its thread, so
 * that the handler of a signal and printed lines find the request, too. */

#include "sdk.h"

static sdk_unit_t units[SDK_UNITS];
static ID id_raise;

static void mark(void *data)
{
    (void)data;
    for (int i = 0; i < SDK_UNITS; i++) {
        rb_gc_mark(units[i].thread);
        rb_gc_mark(units[i].request);
        rb_gc_mark(units[i].env);
        rb_gc_mark(units[i].body);
        rb_gc_mark(units[i].response);
    }
}

static const rb_data_type_t root_type = {
    .wrap_struct_name = "persist_worker/units", .function = {.dmark = mark}};

static void clear(sdk_unit_t *unit)
{
    *unit = (sdk_unit_t){.thread = Qfalse,
                         .request = Qnil,
                         .env = Qnil,
                         .body = Qnil,
                         .response = Qnil};
}

void sdk_init_units(void)
{
    for (int i = 0; i < SDK_UNITS; i++)
        clear(&units[i]);
    rb_gc_register_mark_object(
        TypedData_Wrap_Struct(rb_cObject, &root_type, units));
    id_raise = rb_intern("raise");
}

static sdk_unit_t *find(VALUE thread)
{
    for (int i = 0; i < SDK_UNITS; i++)
        if (units[i].thread == thread)
            return &units[i];
    return NULL;
}

sdk_unit_t *sdk_unit_here(void)
{
    VALUE thread = rb_thread_current();
    sdk_unit_t *unit = find(thread);
    if (unit)
        return unit;
    unit = find(Qfalse);
    if (!unit)
        rb_raise(rb_eThreadError, "too many threads ask for requests");
    unit->thread = thread;
    return unit;
}

const sdk_unit_t *sdk_unit_at_work(void)
{
    const sdk_unit_t *unit = find(rb_thread_current());
    return unit && unit->ptr && !sdk_is_child() ? unit : NULL;
}

void sdk_unit_leave(sdk_unit_t *unit)
{
    clear(unit);
}

static int is_late(const sdk_unit_t *unit)
{
    return unit->armed && persist_request_late(unit->ptr);
}

/* Sends the exception to the unit's thread, which raises it as soon as it can.
 * A script may delay that (Thread.handle_interrupt). */
static void interrupt(sdk_unit_t *unit)
{
    VALUE error = sdk_deadline_exceeded();
    if (!is_late(unit)) /* other threads may have run meanwhile */
        return;
    unit->armed = 0;
    unit->sent = 1;
    rb_funcallv(unit->thread, id_raise, 1, &error);
}

void sdk_unit_expire(void)
{
    VALUE thread = rb_thread_current();
    sdk_unit_t *own = NULL;
    for (int i = 0; i < SDK_UNITS; i++) {
        if (!is_late(&units[i]))
            continue;
        if (units[i].thread == thread)
            own = &units[i];
        else
            interrupt(&units[i]);
    }
    if (own)
        interrupt(own);
}
