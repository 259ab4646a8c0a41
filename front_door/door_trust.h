/* SPDX-License-Identifier: Apache-2.0 */
/* door_trust.h: whose files persist-cgi believes. Pure. */

#ifndef DOOR_TRUST_H
#define DOOR_TRUST_H

#include <sys/stat.h>

/* Who may own a file that decides what is run: root, the user that we run as,
 * and the owner of the copied persist-cgi. The last may be another user than
 * the one that the server runs CGI programs as; he decides what his URL runs
 * anyway, because he could replace the copy. */
typedef struct door_trust {
    uid_t us;
    uid_t owner;
} door_trust_t;

/* Judges the program, its settings, the script, or the folder that they are in.
 * Returns NULL, or why it is refused, and what to do, as an end of a
 * sentence. */
const char *door_trust_fault(const door_trust_t *trust,
                             const struct stat *info);

/* Judges a directory above the runtime directory of the user `us`: nobody but
 * him and root may move what is in it. Returns NULL, or why it is refused. */
const char *door_trust_above(uid_t us, const struct stat *info);

/* Judges the runtime directory itself: it is ours, and nobody else may even
 * look into it. Returns NULL, or why it is refused. */
const char *door_trust_private(uid_t us, const struct stat *info);

#endif /* DOOR_TRUST_H */
