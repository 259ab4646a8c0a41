/* SPDX-License-Identifier: Apache-2.0 */
/* dotenv.h: reads the text of a .env file, which docs/env-file.md describes.
 * Nothing here looks at the file system or the environment.
 *
 *   # a comment
 *   export NAME=value    # a comment after a blank
 *   NAME='as it stands'
 *   NAME="with \n \r \t \\ and \""
 *
 * A value in quotes may have several lines. There is no expansion of $NAME. */

#ifndef DOTENV_H
#define DOTENV_H

typedef struct dotenv {
    char *at;           /* what is not yet read; dotenv_next() writes into it */
    unsigned line;      /* of the last assignment or error, from 1 */
    unsigned next_line; /* of `at` */
    const char *name;
    const char *value;
    const char *error; /* what is wrong; it quotes nothing of the file */
} dotenv_t;

/* Begins with a text that ends with NUL, and stays the caller's. */
void dotenv_open(dotenv_t *env, char *text);

/* Reads the next assignment. Returns 1 with name and value, which point into
 * the text; 0 at its end; -1 with error. */
int dotenv_next(dotenv_t *env);

#endif /* DOTENV_H */
