/* SPDX-License-Identifier: Apache-2.0 */
/* words.h: arrays of words that end with NULL, as exec takes them, and texts.
 * Nothing is freed: the process soon becomes another program. */

#ifndef WORDS_H
#define WORDS_H

/* Adds a word, which stays the caller's. *words may be NULL: no array yet. */
void words_add(char ***words, const char *word);

/* Adds all words of another array, which may be NULL. */
void words_add_all(char ***words, char *const *more);

/* Returns a new text, as printf makes it. */
char *words_print(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

#endif /* WORDS_H */
