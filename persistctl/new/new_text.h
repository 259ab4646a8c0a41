/* SPDX-License-Identifier: Apache-2.0 */
/* new_text.h: the text of a template. */

#ifndef NEW_TEXT_H
#define NEW_TEXT_H

#include <sys/types.h>

/* The longest template, NUL included. */
enum { NEW_TEXT_MAX = 65536 };

/* Returns the text with its gaps filled, for an application in this folder, to
 * be freed; NULL without memory. The licence of the template is left out: what
 * is made is its user's. */
char *new_text_fill(const char *text, const char *folder);

/* Returns the mode of a file with this name and text. */
mode_t new_text_mode(const char *name, const char *text);

#endif /* NEW_TEXT_H */
