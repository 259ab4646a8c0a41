/* SPDX-License-Identifier: Apache-2.0 */
/* Test of wire_error.c: each error has a text of its own. */

#include "wire_error.h"

#include "tap.h"

static int text_is_own(int error)
{
    for (int other = WIRE_ERR_MEMORY; other <= WIRE_OK; other++) {
        if (other != error &&
            strcmp(wire_error_text(error), wire_error_text(other)) == 0)
            return 0;
    }
    return strcmp(wire_error_text(error), "unknown error") != 0;
}

int main(void)
{
    for (int error = WIRE_ERR_MEMORY; error <= WIRE_OK; error++)
        ok(text_is_own(error), wire_error_text(error));
    is_str(wire_error_text(1), "unknown error", "1 is no error");
    is_str(wire_error_text(WIRE_ERR_MEMORY - 1), "unknown error",
           "what lies below the last one is no error");
    return done_testing();
}
