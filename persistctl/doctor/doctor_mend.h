/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_mend.h: all lines that change a file are made here. */

#ifndef DOCTOR_MEND_H
#define DOCTOR_MEND_H

/* Prints the lines, with "@" for the file, "%" for the word, which may be NULL,
 * and "~" for a sudo that leaves a command of root's only the rights of the
 * file's owner: he may put another file in its place before the line is pasted.
 * For a path over a symbolic link, prints where that leads, and no command. The
 * path to the folder that is checked has no links. */
void doctor_mend_file(const char *path, const char *word, const char *lines);

#endif /* DOCTOR_MEND_H */
