/* SPDX-License-Identifier: Apache-2.0 */
/* init.c: Init_core(), which Ruby calls when it loads the extension. */

#include "sdk.h"

#include <ruby/version.h>

#pragma GCC visibility push(default)
void Init_core(void);
#pragma GCC visibility pop

/* Ruby itself loads an extension that was built for another version, whose
 * structures may differ. */
static void check_ruby(void)
{
    if (ruby_api_version[0] == RUBY_API_VERSION_MAJOR &&
        ruby_api_version[1] == RUBY_API_VERSION_MINOR)
        return;
    rb_raise(rb_eLoadError,
             "persist_worker was built for Ruby %d.%d, not %d.%d",
             RUBY_API_VERSION_MAJOR, RUBY_API_VERSION_MINOR,
             ruby_api_version[0], ruby_api_version[1]);
}

void Init_core(void)
{
    check_ruby();
    VALUE module = rb_define_module("PersistWorker");
    rb_define_const(module, "VERSION",
                    rb_obj_freeze(rb_str_new_cstr(PERSIST_WORKER_VERSION)));
    sdk_init_errors(module);
    sdk_init_units();
    sdk_init_names();
    sdk_init_block(module);
    sdk_init_worker(module);
    sdk_init_request(module);
}
