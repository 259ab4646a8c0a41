/* SPDX-License-Identifier: Apache-2.0 */
/* new_text_test.c: gaps of templates, and modes. */

#include "new/new_text.h"
#include "tap.h"

static void test_gaps(void)
{
    char *text =
        new_text_fill("a @NAME@ at @FOLDER@, @OTHER@ x@y", "/srv/my app");
    is_str(text, "a my-app at '/srv/my app', @OTHER@ x@y",
           "gaps are filled, other words stay");
    free(text);
    text = new_text_fill("\"@NAME@\"", "/srv/a\"#{x}");
    is_str(text, "\"a---x-\"", "a name cannot end the string that it is in");
    free(text);
    text =
        new_text_fill("#!/bin/sh\n# SPDX-License-Identifier: X\n# b\n", "/a");
    is_str(text, "#!/bin/sh\n# b\n", "the licence is left out");
    free(text);
    text = new_text_fill("# SPDX-License-Identifier: X", "/a");
    is_str(text, "", "also in the last line");
    free(text);
}

static void test_secrets(void)
{
    char *text = new_text_fill("@SECRET@ @SECRET@", "/a");
    is_int(strlen(text), 101, "a secret has 50 characters");
    ok(strncmp(text, text + 51, 50) != 0, "and no two are equal");
    free(text);
}

static void test_modes(void)
{
    is_int(new_text_mode("app.py", "#!/usr/bin/env python3\n"), 0755,
           "a program can be executed");
    is_int(new_text_mode("app.py", "import os\n"), 0644, "a source is read");
    is_int(new_text_mode(".env", "A=b\n"), 0640,
           "secrets are closed to others");
}

int main(void)
{
    test_gaps();
    test_secrets();
    test_modes();
    return done_testing();
}
