/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_words.h: the search words of an "indexed" query, which become arguments
 * of the program (RFC 3875, 4.4). */

#ifndef CGI_WORDS_H
#define CGI_WORDS_H

/* Returns the words of QUERY_STRING as mod_cgid makes them: separated by "+",
 * with their %XX decoded and what a shell would interpret behind a backslash. A
 * query that is empty, is NULL or holds a "=" has none. Returns an array that
 * ends with NULL, in one block for free() in which they stand one behind the
 * other; or NULL with errno ENOMEM. */
char **cgi_words(const char *query);

#endif /* CGI_WORDS_H */
