/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_command.h: the command of a program: it, or its interpreter and
 * arguments, and it; then NULL. Pure. */

#ifndef CGI_COMMAND_H
#define CGI_COMMAND_H

#include <stddef.h>

/* Returns how many strings an array has that ends with NULL. */
size_t cgi_command_count(char *const *strings);

/* Returns the path of the program. */
const char *cgi_command_script(char *const *command);

/* Copies the directory of a path, up to the last slash and with it, which may
 * be ""; also if it is longer than `size`, where no path is valid. */
void cgi_command_directory(const char *path, char *directory, size_t size);

/* Returns the last name of a path. */
const char *cgi_command_name(const char *path);

/* Returns the bytes of strings that stand one behind the other, each with its
 * NUL, as cgi_environment() and cgi_words() make them; *size is 0 if there are
 * none. */
const char *cgi_command_block(char *const *strings, size_t *size);

#endif /* CGI_COMMAND_H */
