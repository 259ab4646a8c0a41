/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_htaccess_test.c: which lines make a folder an application. */

#include "doctor/doctor_htaccess.h"
#include "tap.h"

static doctor_htaccess_t lines;

static void read_text(const char *text)
{
    char *copy = strdup(text);
    doctor_htaccess_clear(&lines);
    doctor_htaccess_read(&lines, copy);
    free(copy);
}

static void test_two_lines(void)
{
    read_text("Options +ExecCGI\nPersistApp auto\n");
    is_str(lines.app, "auto", "PersistApp has its argument");
    ok(lines.exec_cgi, "Options has ExecCGI");
    ok(!lines.conditional && !lines.lone_handler, "nothing is wrong with them");
    read_text("options -Indexes \\\r\n  +execcgi\r\n persistapp \"my app.py\"");
    is_str(lines.app, "my app.py",
           "letters, quotes and line ends are as httpd has them");
    ok(lines.exec_cgi, "a line goes on behind a backslash");
}

static void test_what_is_off(void)
{
    read_text("# PersistApp auto\nOptions -ExecCGI\n");
    ok(!lines.app, "a comment is no line");
    ok(!lines.exec_cgi, "-ExecCGI is off");
    read_text("PersistApp off\n");
    ok(!lines.app && lines.off, "and so is PersistApp off");
    read_text("\xef\xbb\xbfPersistApp auto\n");
    is_str(lines.app, "auto", "a byte order mark hides no line from us");
    ok(lines.has_mark, "but from httpd");
    read_text("");
    ok(!lines.app && !lines.exec_cgi, "an empty file has nothing");
}

static void test_danger(void)
{
    read_text("<IfModule mod_persist.c>\nPersistApp auto\n</IfModule>\n");
    ok(lines.conditional, "a line in <IfModule> is conditional");
    is_str(lines.app, "auto", "but it is there");
    read_text("<IfModule x>\nHeader set A b\n</IfModule>\nPersistApp auto\n");
    ok(!lines.conditional, "other lines may stand in <IfModule>");
    read_text("SetHandler persist-app\n");
    ok(lines.lone_handler && !lines.app, "the handler alone is found");
    read_text("<Files x.py>\n SetHandler persist-script\n</Files>\n");
    ok(lines.script_handler && !lines.lone_handler, "so is that of scripts");
}

static void test_environment(void)
{
    read_text("PersistEnv MODE \"a b\"\nPersistEnv X\n");
    is_int(lines.env_count, 1, "PersistEnv needs two arguments");
    is_str(lines.env[0], "MODE=a b", "and is a variable");
    read_text("PersistInterpreter .wsgi /opt/py -u\n"
              "PersistInterpreter rb /opt/ruby\n");
    const char *const *words = doctor_htaccess_interpreter(&lines, ".wsgi");
    is_str(words[0], "/opt/py", "PersistInterpreter of an extension");
    is_str(words[1], "-u", "and its words");
    ok(!words[2], "and no more");
    is_str(doctor_htaccess_interpreter(&lines, ".rb")[0], "/opt/ruby",
           "another extension has another");
    ok(!doctor_htaccess_interpreter(&lines, ".py"), "or none");
}

int main(void)
{
    test_two_lines();
    test_what_is_off();
    test_danger();
    test_environment();
    doctor_htaccess_clear(&lines);
    return done_testing();
}
