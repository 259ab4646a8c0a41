/* SPDX-License-Identifier: Apache-2.0 */
/* persist_look.c: persist-look INSTANCE: looks at scripts, and at the files
 * that they load, in place of persistd, which must not wait for a file system.
 * persistd has set up descriptors 0 (questions and answers) and 1 (notice.h).
 * Scripts must not get at them, although they run as the same user. */

#include "common_descriptors.h"
#include "os/guard.h"
#include "os/looker.h"
#include "os/process.h"

#include <unistd.h>

int main(void)
{
    if (guard_self() != 0)
        return 1;
    common_close_above(STDERR_FILENO);
    process_be_helper();
    return looker_serve(STDIN_FILENO, STDOUT_FILENO);
}
