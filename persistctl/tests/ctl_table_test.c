/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_table_test.c: the same cells, shown for a program and for a terminal. */

#include "ctl_table.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

static const char *const heads[] = {"STATE", "N", "SCRIPT"};
static ctl_table_t table = {.heads = heads, .columns = 3};

static void shows(ctl_style_t style, const char *want, const char *name)
{
    char *shown = NULL;
    size_t size;
    FILE *out = open_memstream(&shown, &size);
    if (!out)
        bail_out("no memory");
    ctl_table_show(&table, out, &style);
    fclose(out);
    is_str(shown, want, name);
    free(shown);
}

static void add_row(const char *state, int number, const char *script)
{
    ctl_table_add(&table, "%s", state);
    ctl_table_add(&table, "%d", number);
    ctl_table_add(&table, "%s", script);
}

int main(void)
{
    shows((ctl_style_t){0}, "STATE\tN\tSCRIPT\n", "heads alone");
    add_row("ready", 1, "/a\tb");
    add_row("stopped", 100, "/c\nx");
    shows((ctl_style_t){0},
          "STATE\tN\tSCRIPT\nready\t1\t/a?b\nstopped\t100\t/c?x\n",
          "for a program there are tabs, and no others; a row is a line");
    shows((ctl_style_t){.columns = 1},
          "STATE      N  SCRIPT\nready      1  /a?b\nstopped  100  /c?x\n",
          "columns: words to the left, numbers to the right");
    shows((ctl_style_t){.columns = 1, .width = 16, .lines = 1},
          "STATE      N  SC\nready      1  /a\n",
          "no more than the screen holds");
    shows((ctl_style_t){.columns = 1, .colours = 1, .lines = 1},
          "\x1b[1mSTATE\x1b[0m      \x1b[1mN\x1b[0m  \x1b[1mSCRIPT\x1b[0m\n"
          "\x1b[32mready\x1b[0m      1  /a?b\n",
          "colours for heads and states");
    ctl_table_clear(&table);
    shows((ctl_style_t){0}, "STATE\tN\tSCRIPT\n", "cleared, it is empty");
    return done_testing();
}
