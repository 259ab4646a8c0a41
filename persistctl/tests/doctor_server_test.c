/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_server_test.c: what apachectl -t -D DUMP_… prints. */

#include "doctor/doctor_server.h"
#include "tap.h"

static doctor_server_t server;

static void read_text(const char *text)
{
    char *copy = strdup(text);
    doctor_server_read(&server, copy);
    free(copy);
}

int main(void)
{
    read_text("Included configuration files:\n"
              "  (*) /etc/apache2/apache2.conf\n"
              "    (146) /etc/apache2/mods-enabled/persist.load\n"
              "ServerRoot: \"/etc/apache2\"\n"
              "User: name=\"www-data\" id=33\n"
              "Loaded Modules:\n"
              " core_module (static)\n"
              " persist_module (shared)\n");
    ok(server.known && server.has_module, "the module is loaded");
    ok(!server.has_userdir, "another one is not");
    is_str(server.user, "www-data", "the User is known");
    is_str(server.files,
           "/etc/apache2/apache2.conf\n"
           "/etc/apache2/mods-enabled/persist.load\n",
           "and the files, in order");
    read_text("AH00526: Syntax error on line 9\nAction '-t' failed.\n");
    ok(!server.known, "a configuration with an error tells nothing");
    read_text("Loaded Modules:\n core_module (static)\n");
    ok(server.known && !server.has_module, "it is known to be missing");
    return done_testing();
}
