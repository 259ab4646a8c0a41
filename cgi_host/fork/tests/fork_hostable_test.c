/* SPDX-License-Identifier: Apache-2.0 */
/* fork_hostable_test.c: which programs can be fork servers; and files of any
 * content, which are only read. */

#include "fork/fork_hostable.h"

#include "fork_play.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#define DAMAGED 4096

static const char *why_not(const char *path)
{
    const char *why = NULL;
    return fork_hostable(path, &why) ? "hostable" : why;
}

static void test_programs(const char *program)
{
    is_str(why_not(program), "hostable", "a program in C");
    is_str(why_not(play_build("act", "no-pie", "-no-pie -fno-pie")), "hostable",
           "one with a fixed address");
    is_str(why_not(play_build("act", "old", "-Wl,--hash-style=sysv")),
           "hostable", "one with the old table of symbols");
    is_str(why_not(play_build("plain", "plain", "-no-pie -fno-pie")),
           "hostable", "one that defines nothing for libraries");
    is_str(why_not("/bin/sh"), "hostable", "the shell");
    is_str(why_not(play_build("library", "lib.so", "-shared -fPIC")),
           "is statically linked", "a library is not");
    is_str(why_not(play_build("act", "loader",
                              "-Wl,--dynamic-linker=/lib/other.so")),
           "has another dynamic loader than its host", "nor another system's");
    is_str(why_not("/not/there"), "cannot be read", "nor what is not there");
    is_str(why_not("/"), "is not a regular file", "nor a directory");
    is_str(why_not("/dev/null"), "is not a regular file", "nor a device");
}

/* Not every system has the C library as an archive. */
static void test_static(void)
{
    const char *program = play_try_build("plain", "static", "-static");
    if (program)
        is_str(why_not(program), "is statically linked", "a static program");
    program = play_try_build("plain", "static-pie", "-static-pie");
    if (program)
        is_str(why_not(program), "is statically linked", "at any address, too");
}

static void test_rights(void)
{
    const char *program = play_build("act", "rights", "");
    chmod(program, 04755);
    is_str(why_not(program), "is setuid or setgid", "a setuid program");
    chmod(program, 02755);
    is_str(why_not(program), "is setuid or setgid", "a setgid program");
    chmod(program, 0755);
    is_str(why_not(program), "hostable", "without the bits it is");
}

/* Only root may give them, and not on every file system. */
static void test_capabilities(const char *program)
{
    const struct vfs_cap_data none = {.magic_etc = VFS_CAP_REVISION_2};
    static const char name[] = "security.capability";
    if (setxattr(program, name, &none, XATTR_CAPS_SZ_2, 0) != 0)
        return;
    is_str(why_not(program), "has capabilities", "a program with capabilities");
    removexattr(program, name);
    is_str(why_not(program), "hostable", "without them it is");
}

static const char *script(const char *name, const char *line)
{
    const char *path = play_path(name);
    FILE *file = fopen(path, "w");
    if (!file || fputs(line, file) < 0 || fclose(file) != 0)
        bail_out("no script");
    return path;
}

static void test_scripts(const char *program)
{
    char line[1024];
    const char *name = program;
    is_str(why_not(script("s", "#!/bin/sh\n")), "hostable", "a script");
    is_str(why_not(script("s", "#! \t/bin/sh -e x")), "hostable", "its words");
    is_str(why_not(script("s", "#!/usr/bin/env sh\n")),
           "has its interpreter looked for by env at each start", "env");
    is_str(why_not(script("s", "#!sh\n")),
           "has an interpreter that is not a whole path", "a relative path");
    is_str(why_not(script("s", "#! \n/bin/sh")),
           "has a #! line without an interpreter", "no path");
    is_str(why_not(script("s", "echo")),
           "is not an ELF program of this kind of machine", "no #! line");
    is_str(why_not(script("s", "")), "cannot be read", "nothing");
    memset(line, 'a', sizeof(line));
    memcpy(line, "#!/", 3);
    line[1000] = '\0';
    is_str(why_not(script("s", line)), "has a #! line without an interpreter",
           "a line that is too long");
    for (int i = 1; i <= 5; i++) {
        char own[] = "nested0";
        own[6] = (char)('0' + i);
        snprintf(line, sizeof(line), "#!%s\n", name);
        name = script(own, line);
        is_str(why_not(name),
               i <= 4 ? "hostable" : "has too many nested interpreters", own);
    }
}

/* ---- damaged files ---- */

static size_t copy(const char *program, const char *path)
{
    char bytes[1 << 16];
    int from = open(program, O_RDONLY);
    int to = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0755);
    ssize_t len = read(from, bytes, sizeof(bytes));
    if (len <= DAMAGED || write(to, bytes, (size_t)len) != len)
        bail_out("no copy");
    close(from);
    close(to);
    return (size_t)len;
}

static void test_cut(const char *program, const char *path)
{
    int hostable = 0;
    const char *why;
    copy(program, path);
    for (off_t len = DAMAGED; len >= 0; len--) {
        if (truncate(path, len) != 0)
            bail_out("no cut");
        why = NULL;
        hostable += fork_hostable(path, &why) && len < 64;
        if (!why && len < 64)
            break;
    }
    is_int(hostable, 0, "a file may end anywhere");
}

/* Each byte gets several values, which leave some files good. */
static void test_garbled(const char *program, const char *path)
{
    static const unsigned char masks[] = {0xff, 0x80, 0x01};
    int wrong = 0;
    copy(program, path);
    int fd = open(path, O_RDWR);
    for (off_t at = 0; at < DAMAGED; at++) {
        unsigned char was, is;
        if (pread(fd, &was, 1, at) != 1)
            bail_out("not read");
        for (size_t i = 0; i < sizeof(masks); i++) {
            const char *why = NULL;
            is = was ^ masks[i];
            if (pwrite(fd, &is, 1, at) != 1)
                bail_out("not written");
            wrong += !fork_hostable(path, &why) != !!why;
        }
        if (pwrite(fd, &was, 1, at) != 1)
            bail_out("not written");
    }
    close(fd);
    is_int(wrong, 0, "any byte may be another");
    is_str(why_not(path), "hostable", "at the end it is as it was");
}

int main(void)
{
    const char *program = play_build("act", "act", "");
    test_programs(program);
    test_static();
    test_rights();
    test_capabilities(play_path("rights"));
    test_scripts(program);
    test_cut(program, play_path("cut"));
    test_garbled(program, play_path("garbled"));
    test_garbled(play_path("old"), play_path("garbled-old"));
    return done_testing();
}
