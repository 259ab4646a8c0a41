/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_shebang_test.c: first lines of scripts. */

#include "doctor/doctor_shebang.h"
#include "tap.h"

static char program[PATH_MAX], through[PATH_MAX];

static doctor_shebang_t of(const char *text)
{
    return doctor_shebang_read(text, program, through);
}

int main(void)
{
    is_int(of("#!/usr/bin/python3\n"), DOCTOR_SHEBANG_GOOD, "a path is good");
    is_str(program, "/usr/bin/python3", "it is the interpreter");
    is_str(through, "", "and starts nothing else");
    is_int(of("#! /usr/bin/env ruby\n"), DOCTOR_SHEBANG_GOOD, "env is good");
    is_str(through, "ruby", "and starts the language");
    of("#!/usr/bin/env -S python3 -u\n");
    is_str(through, "python3", "also behind -S");
    is_int(of("#!/usr/bin/python3\r\nimport os\r\n"), DOCTOR_SHEBANG_CRLF,
           "line ends of Windows are found");
    is_int(of("#!python3\n"), DOCTOR_SHEBANG_RELATIVE, "so is a lone name");
    is_int(of("#!\n"), DOCTOR_SHEBANG_RELATIVE, "and an empty line");
    is_int(of("\xef\xbb\xbf#!/bin/sh\n"), DOCTOR_SHEBANG_MARK,
           "a byte order mark is told from no line");
    is_int(of("\177ELF\2\1\1"), DOCTOR_SHEBANG_BINARY,
           "a compiled program needs none");
    is_int(of("import os\n"), DOCTOR_SHEBANG_NONE, "no line is none");
    is_int(of(""), DOCTOR_SHEBANG_NONE, "and an empty file");
    is_int(of("#!/bin/sh"), DOCTOR_SHEBANG_GOOD, "the line may be the file");
    return done_testing();
}
