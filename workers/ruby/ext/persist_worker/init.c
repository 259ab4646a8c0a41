/* SPDX-License-Identifier: Apache-2.0 */
/* init.c: Init_core(), which Ruby calls when it loads the extension. */

#include "sdk.h"

#pragma GCC visibility push(default)
void Init_core(void);
#pragma GCC visibility pop

void Init_core(void)
{
    VALUE module = rb_define_module("PersistWorker");
    rb_define_const(module, "VERSION",
                    rb_obj_freeze(rb_str_new_cstr(PERSIST_WORKER_VERSION)));
    sdk_init_errors(module);
    sdk_init_units();
    sdk_init_variables();
    sdk_init_block(module);
    sdk_init_worker(module);
    sdk_init_request(module);
}
