/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_shebang.h: the first line of a script. A pure decision. */

#ifndef DOCTOR_SHEBANG_H
#define DOCTOR_SHEBANG_H

#include <limits.h>

typedef enum doctor_shebang {
    DOCTOR_SHEBANG_GOOD,
    DOCTOR_SHEBANG_BINARY,  /* a compiled program, which needs no line */
    DOCTOR_SHEBANG_NONE,    /* it does not begin with #! */
    DOCTOR_SHEBANG_MARK,    /* a byte order mark stands before #! */
    DOCTOR_SHEBANG_CRLF,    /* the line ends with CR LF */
    DOCTOR_SHEBANG_RELATIVE /* the interpreter has no absolute path */
} doctor_shebang_t;

/* Reads the line at the beginning of the text. Writes the interpreter into
 * `program`, and what env(1) would start into `through`, or "". */
doctor_shebang_t doctor_shebang_read(const char *text, char program[PATH_MAX],
                                     char through[PATH_MAX]);

#endif /* DOCTOR_SHEBANG_H */
