/* SPDX-License-Identifier: Apache-2.0 */
/* slots_layout_test.c: reads the figure in slots/PROTOCOL.md and checks that
 * its sizes and lengths are those of the block. */

#include "slots_table.h"

#include "tap.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define LENGTH(part, field) COUNT(((part *)NULL)->field)

static char page[65536];

static void read_page(void)
{
    const char *source = getenv("srcdir");
    char path[4096];
    FILE *file;
    snprintf(path, sizeof(path), "%s/slots/PROTOCOL.md", source ? source : ".");
    file = fopen(path, "r");
    if (!file || fread(page, 1, sizeof(page) - 1, file) == 0)
        bail_out("no page");
    fclose(file);
}

/* Finds the line of the figure that shows this part. */
static const char *line_of(const char *part)
{
    static char line[256];
    const char *found = strstr(page, part);
    size_t length = found ? strcspn(found, "\n") : 0;
    if (length == 0 || length >= sizeof(line))
        bail_out("the figure does not show it");
    memcpy(line, found, length);
    line[length] = '\0';
    return line;
}

static void says(const char *part, const char *what, size_t number,
                 const char *behind)
{
    char expected[64], name[128];
    snprintf(expected, sizeof(expected), "%s%zu%s", what, number, behind);
    snprintf(name, sizeof(name), "the page says %s of %s", expected, part);
    if (!ok(strstr(line_of(part), expected), name))
        printf("# it says \"%s\"\n", line_of(part));
}

int main(void)
{
    read_page();
    says("| owners[", " ", sizeof(slots_owner_t), " bytes each");
    says("| index[", " ", sizeof(slots_bucket_t), " bytes each");
    says("| slots[", " ", sizeof(slots_slot_t), " bytes each");
    says("| units[", " ", sizeof(slots_unit_t), " bytes each");
    says("| hints[", " ", sizeof(slots_hint_t), " bytes each");
    says("| pools[", " ", sizeof(slots_pool_t), " bytes each");
    says("| pools[", " slots[", LENGTH(slots_pool_t, slots), "]");
    says("| pools[", "cells[", LENGTH(slots_pool_t, cells), "]");
    says("| pools[", "futexes[", LENGTH(slots_pool_t, futexes), "]");
    return done_testing();
}
