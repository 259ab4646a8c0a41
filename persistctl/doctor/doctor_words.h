/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_words.h: reads the lines of httpd's configuration, without httpd. */

#ifndef DOCTOR_WORDS_H
#define DOCTOR_WORDS_H

enum { DOCTOR_WORDS_MAX = 16 };

/* One line: a directive and its arguments, without quotes. */
typedef struct doctor_words {
    char *at[DOCTOR_WORDS_MAX + 1]; /* NULL follows the last */
    int count;
} doctor_words_t;

/* Takes the first line off *text, which it overwrites, and splits it; a line
 * that ends with a backslash goes on in the next. Returns 0 at the end of the
 * text. Comments and empty lines have no words. */
int doctor_words_next(char **text, doctor_words_t *words);

/* True if the directive is this one; httpd ignores case. */
int doctor_words_is(const doctor_words_t *words, const char *directive);

#endif /* DOCTOR_WORDS_H */
