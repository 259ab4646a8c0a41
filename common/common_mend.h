/* SPDX-License-Identifier: Apache-2.0 */
/* common_mend.h: the lines that mend a file, for people to paste into a shell,
 * maybe that of root. The names in them are the choice of the folder's owner,
 * who may want to have another file changed. */

#ifndef COMMON_MEND_H
#define COMMON_MEND_H

typedef struct common_mend {
    const char *folder; /* links on the way to it are not its owner's */
    const char *path;   /* @ of a line: the file, which need not exist */
    const char *word;   /* %: another word, or NULL */
    const char *as;     /* ~: "sudo -u NAME ", or "" */
} common_mend_t;

/* Returns the line with its gaps filled and their words quoted. What cannot be
 * pasted becomes a sentence without a command: a path behind a symbolic link,
 * as common_mend_link() has it, or one with control characters. Never NULL, and
 * never freed: the process soon ends. */
const char *common_mend_line(const common_mend_t *mend, const char *line);

/* Returns NULL, or a sentence that names the first symbolic link on the way
 * from the folder to the file, and what it leads to. A command would change
 * that, and the owner of the link chose it. */
const char *common_mend_link(const common_mend_t *mend);

#endif /* COMMON_MEND_H */
