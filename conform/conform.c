/* SPDX-License-Identifier: Apache-2.0 */
/* conform.c: persist-conform, which plays httpd and persistd and tests whether
 * a worker keeps to the protocol. */

#include "options.h"
#include "runner.h"

int main(int argc, char **argv)
{
    options_t options;
    int done = options_read(&options, argc, argv);
    if (done >= 0)
        return done;
    return options.list ? runner_list() : runner_test(&options);
}
