/* SPDX-License-Identifier: Apache-2.0 */
/* fork_bind.h: fewer symbols for each child to look for. */

#ifndef FORK_BIND_H
#define FORK_BIND_H

/* Looks up functions of other files that the program and its libraries call:
 * those that the loader would look up at the first call, in each child again.
 * It finds what the loader would find, and leaves what it is not certain of.
 * Libraries that are loaded later are not touched. */
void fork_bind_all(void);

#endif /* FORK_BIND_H */
