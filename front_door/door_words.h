/* SPDX-License-Identifier: Apache-2.0 */
/* door_words.h: cuts a line into words, as httpd does with its directives.
 * Pure. */

#ifndef DOOR_WORDS_H
#define DOOR_WORDS_H

/* Takes the next word out of *at, in place. A word in quotation marks may hold
 * spaces and, behind backslashes, quotation marks. Returns NULL at the end of
 * the line, and also, with *at set to NULL, when a quotation mark is not
 * closed. */
char *door_words_next(char **at);

#endif /* DOOR_WORDS_H */
