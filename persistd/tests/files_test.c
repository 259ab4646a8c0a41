/* SPDX-License-Identifier: Apache-2.0 */
/* files_test.c: how many files a worker may have open. */

#include "decide/files.h"

#include "tap.h"

int main(void)
{
    is_int(files_for(1024, 16), 1024, "a usual worker keeps the limit");
    is_int(files_for(64, 16), 64, "even a small one");
    is_int(files_for(1024, 192), 1024, "so does one that needs no more");
    is_int(files_for(1024, 193), 1028, "one with many requests gets more");
    is_int(files_for(1024, 1024), 4352, "for several children at each unit");
    is_int(files_for(64, 100), 656, "as many as it needs");
    ok(files_for(UINT64_MAX, 1024) == UINT64_MAX, "no limit stays none");
    return done_testing();
}
