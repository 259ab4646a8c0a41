/* SPDX-License-Identifier: Apache-2.0 */
/* common_shell_test.c: a shell reads a quoted word as it is. */

#include "common_shell.h"
#include "tap.h"

static void quotes(const char *word, const char *quoted, const char *what)
{
    const char *made = common_shell_quote(word);
    is_str(made, quoted, what);
    common_shell_free(made, word);
}

int main(void)
{
    quotes("/srv/a-b_c.d", "/srv/a-b_c.d", "a plain path needs no quotes");
    quotes("/srv/a b", "'/srv/a b'", "a blank does");
    quotes("$(id);`id`", "'$(id);`id`'", "so does a command");
    quotes("it's", "'it'\\''s'", "a quote is escaped");
    quotes("", "''", "an empty word is a word");
    return done_testing();
}
