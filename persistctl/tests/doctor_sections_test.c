/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_sections_test.c: the lines of httpd's configuration for a folder. */

#include "doctor/doctor_sections.h"
#include "tap.h"

#include <sys/stat.h>
#include <unistd.h>

static doctor_sections_t sections;
static char place[] = "/tmp/dsXXXXXX";

/* Reads a configuration for the folder PLACE/real/app; @ is PLACE. */
static const doctor_htaccess_t *read_text(const char *configuration)
{
    static char folder[256];
    char text[2048], *at = text, *out = text;
    doctor_words_t words;
    for (; *configuration; configuration++)
        if (*configuration == '@')
            out += sprintf(out, "%s", place);
        else
            *out++ = *configuration;
    *out = '\0';
    snprintf(folder, sizeof(folder), "%s/real/app", place);
    doctor_htaccess_clear(&sections.lines);
    sections = (doctor_sections_t){.folder = folder};
    while (doctor_words_next(&at, &words))
        doctor_sections_take(&sections, &words);
    return &sections.lines;
}

static void test_own(void)
{
    is_str(
        read_text("<Directory @/real/app>\nPersistApp x.wsgi\n</Directory>\n")
            ->app,
        "x.wsgi", "<Directory> of the folder makes it an application");
    is_str(read_text("<VirtualHost *:80>\n<directory \"@/real/app/\">\n"
                     "PersistApp auto\n</directory>\n</VirtualHost>\n")
               ->app,
           "auto", "in a host, with quotes and a slash, in small letters");
    is_str(read_text("<Directory @/link/app>\nPersistApp auto\n</Directory>\n")
               ->app,
           "auto", "over a symbolic link");
    ok(!read_text("<Directory @/real>\nPersistApp auto\n</Directory>\n")->app,
       "that of a folder above does not");
    ok(!read_text("<Directory @/other>\nPersistApp auto\n</Directory>\n")->app,
       "nor that of another one");
    ok(!read_text("<Directory ~ \"@/real/app\">\nPersistApp auto\n"
                  "</Directory>\n<DirectoryMatch @/real/app>\nPersistApp auto\n"
                  "</DirectoryMatch>\n")
            ->app,
       "regular expressions are not read");
    ok(read_text("<Directory @/real/app>\nPersistApp off\n</Directory>\n")->off,
       "PersistApp off is seen");
}

static void test_inherited(void)
{
    ok(read_text("<Directory @/real>\nOptions +ExecCGI\n</Directory>\n")
           ->exec_cgi,
       "Options of a folder above hold");
    ok(read_text("<Directory \"@/*/app\">\nOptions ExecCGI\n</Directory>\n")
           ->exec_cgi,
       "those of a pattern, too");
    ok(!read_text("<Directory \"@/*/x\">\nOptions ExecCGI\n</Directory>\n")
            ->exec_cgi,
       "if it matches");
    ok(read_text("<Directory @/real>\n<FilesMatch py>\nSetHandler "
                 "persist-script\n</FilesMatch>\n</Directory>\n")
           ->script_handler,
       "<Files> in it counts");
    is_str(read_text("PersistEnv A 1\n")->env[0], "A=1", "so does the server");
}

static void test_what_is_left_out(void)
{
    const doctor_htaccess_t *lines =
        read_text("<VirtualHost *:80>\nPersistEnv A 1\n</VirtualHost>\n"
                  "<Location />\nPersistEnv B 2\n</Location>\n"
                  "PersistEnv C ${C}\nPersistEnv D 4\n");
    is_int(lines->env_count, 1, "lines of hosts and URLs, and variables");
    is_str(lines->env[0], "D=4", "but not what follows");
}

int main(void)
{
    if (!mkdtemp(place) || chdir(place) != 0 || mkdir("real", 0700) != 0 ||
        mkdir("real/app", 0700) != 0 || mkdir("other", 0700) != 0 ||
        symlink("real", "link") != 0)
        bail_out("no directory");
    test_own();
    test_inherited();
    test_what_is_left_out();
    doctor_htaccess_clear(&sections.lines);
    unlink("link");
    rmdir("other");
    rmdir("real/app");
    rmdir("real");
    rmdir(place);
    return done_testing();
}
