/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_log_lines_test.c: the order of lines, and what they look like. */

#include "ctl_log_lines.h"
#include "tap.h"

#include <stdlib.h>
#include <unistd.h>

static char *last;
static const char *id; /* only lines of this request */

static void put(msgpack_sbuffer *report, const char *bytes, size_t len)
{
    if (msgpack_sbuffer_write(report, bytes, len) != 0)
        bail_out("no memory");
}

#define PUT(report, text) put(report, text, sizeof(text))

/* Prints the lines up to this number into a file, and returns what is there. */
static const char *printed(const msgpack_sbuffer *report, int64_t until,
                           int json)
{
    static char text[2000];
    ctl_log_lines_t lines = {NULL, 0, 0};
    FILE *file = tmpfile();
    fflush(stdout);
    int own = dup(STDOUT_FILENO);
    if (!file || own < 0 || ctl_log_lines_add(&lines, report, until, id) != 0)
        bail_out("no file");
    dup2(fileno(file), STDOUT_FILENO);
    ctl_log_lines_print(&lines, json, &last);
    fflush(stdout);
    dup2(own, STDOUT_FILENO);
    close(own);
    rewind(file);
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    fclose(file);
    ctl_log_lines_clear(&lines);
    return text;
}

int main(void)
{
    msgpack_sbuffer report;
    setenv("TZ", "UTC", 1);
    msgpack_sbuffer_init(&report);
    PUT(&report, "log=/b\nb\0newest=3\0");
    PUT(&report,
        "line=3\0time=1000002\0kind=printed\0pid=7\0id=x\0text=\"c\"\x1b\0");
    PUT(&report, "log=/a\0newest=9\0");
    PUT(&report, "line=9\0kind=fault\0pid=0\0text=d\0");
    PUT(&report, "line=2\0time=1000000\0kind=start\0pid=8\0id=\0text=a\0");
    if (ctl_fields_seal(&report) != 0)
        bail_out("no memory");
    is_str(printed(&report, 8, 0),
           "==> /a <==\n1970-01-01 00:00:01.000 start   8 a\n"
           "\n==> /b?b <==\n1970-01-01 00:00:01.000 printed 7 [x] \"c\"?\n",
           "lines come in their order, up to one, and no terminal obeys them");
    is_str(printed(&report, 3, 0) + 1,
           "==> /a <==\n1970-01-01 00:00:01.000 start   8 a\n"
           "\n==> /b?b <==\n1970-01-01 00:00:01.000 printed 7 [x] \"c\"?\n",
           "a head comes with another script than the last one");
    is_str(printed(&report, 2, 1),
           "{\"time\":\"1970-01-01T00:00:01.000000Z\",\"script\":\"/a\","
           "\"kind\":\"start\",\"pid\":8,\"id\":\"\",\"text\":\"a\"}\n",
           "a program gets an object");
    id = "x";
    is_str(printed(&report, 9, 0),
           "1970-01-01 00:00:01.000 printed 7 [x] \"c\"?\n",
           "the lines of one request");
    is_str(printed(&report, 1, 0), "", "nothing is nothing");
    free(last);
    msgpack_sbuffer_destroy(&report);
    return done_testing();
}
