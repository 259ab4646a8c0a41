/* SPDX-License-Identifier: Apache-2.0 */
/* fork_files.h: files that an interpreter has open when it forks: the script,
 * which it has read in part, or up to its data. A child that reads on would
 * move the one offset that all share, so it opens them again. */

#ifndef FORK_FILES_H
#define FORK_FILES_H

#define FORK_FILES_MAX 8

typedef struct fork_files {
    int count;
    int fds[FORK_FILES_MAX];
} fork_files_t;

/* Server: finds the descriptors above 2 that are of regular files and read
 * only. Returns 0, or -errno: -EMFILE if there are more than FORK_FILES_MAX. */
long fork_files_find(fork_files_t *files);

/* Child: opens them again, at the same number and offset. Returns 0, or -1 with
 * errno. */
int fork_files_open_again(const fork_files_t *files);

#endif /* FORK_FILES_H */
