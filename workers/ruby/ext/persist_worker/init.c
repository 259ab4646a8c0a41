/* SPDX-License-Identifier: Apache-2.0 */
/* init.c: the extension is loaded. */

#include "sdk.h"

#pragma GCC visibility push(default)
void Init_core(void);
#pragma GCC visibility pop

void Init_core(void)
{
    VALUE module = rb_define_module("PersistWorker");
    sdk_init_errors(module);
    sdk_init_units();
    sdk_init_variables();
    sdk_init_block(module);
    sdk_init_worker(module);
    sdk_init_request(module);
}
