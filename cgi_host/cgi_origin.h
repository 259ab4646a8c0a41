/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_origin.h: the files that fork servers were started from. */

#ifndef CGI_ORIGIN_H
#define CGI_ORIGIN_H

#include "cgi_program.h"
#include "cgi_version.h"

#include <limits.h>
#include <sys/types.h>

/* {0} is that of nothing. */
typedef struct cgi_origin {
    char interpreter_path[PATH_MAX]; /* as the program names it */
    char elf_path[PATH_MAX];         /* of what runs; "": not known yet */
    cgi_version_t program, directory, interpreter, elf;
} cgi_origin_t;

/* Notes the program and its folder, then its interpreter, by the path that the
 * program names. Call each before the file is read: a change in between is
 * then seen later. */
void cgi_origin_note(cgi_origin_t *origin, const cgi_launch_t *launch);
void cgi_origin_note_interpreter(cgi_origin_t *origin, const char *path);

/* Notes which ELF file a server runs: for a script, that of its interpreter.
 * The name of the interpreter may be a link. */
void cgi_origin_note_elf(cgi_origin_t *origin, pid_t server);

/* True if this ELF file is the program itself, which has no interpreter then.
 */
int cgi_origin_is_compiled(const cgi_origin_t *origin);

/* True if this ELF file is the interpreter itself. What has its name may be a
 * program that sets variables and executes another one. */
int cgi_origin_is_interpreter(const cgi_origin_t *origin);

/* True if all is still what it was. The folder may be a link, too: releases can
 * share a program, and differ in what it includes. */
int cgi_origin_is(const cgi_origin_t *origin, const cgi_launch_t *launch);

#endif /* CGI_ORIGIN_H */
