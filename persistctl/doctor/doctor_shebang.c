/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_shebang.c: reads what the kernel reads of a script. */

#include "doctor/doctor_shebang.h"

#include <stdio.h>
#include <string.h>

#define ELF "\177ELF"
#define MARK "\xef\xbb\xbf" /* U+FEFF in UTF-8 */
#define BLANKS " \t\r\n"

static const char *take(const char *line, char word[PATH_MAX])
{
    line += strspn(line, " \t");
    size_t len = strcspn(line, BLANKS);
    snprintf(word, PATH_MAX, "%.*s", (int)(len < PATH_MAX ? len : 0), line);
    return line + len;
}

static int is_env(const char *program)
{
    const char *name = strrchr(program, '/');
    return name && strcmp(name, "/env") == 0;
}

doctor_shebang_t doctor_shebang_read(const char *text, char program[PATH_MAX],
                                     char through[PATH_MAX])
{
    program[0] = through[0] = '\0';
    if (strncmp(text, ELF, strlen(ELF)) == 0)
        return DOCTOR_SHEBANG_BINARY;
    if (strncmp(text, MARK "#!", strlen(MARK "#!")) == 0)
        return DOCTOR_SHEBANG_MARK;
    if (strncmp(text, "#!", 2) != 0)
        return DOCTOR_SHEBANG_NONE;
    const char *rest = take(text + 2, program);
    if (is_env(program)) {
        rest = take(rest, through);
        if (strcmp(through, "-S") == 0)
            take(rest, through);
    }
    size_t end = strcspn(text, "\n");
    if (end > 0 && text[end - 1] == '\r')
        return DOCTOR_SHEBANG_CRLF;
    return program[0] == '/' ? DOCTOR_SHEBANG_GOOD : DOCTOR_SHEBANG_RELATIVE;
}
