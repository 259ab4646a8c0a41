/* SPDX-License-Identifier: Apache-2.0 */
/* fork_mappings.h: fewer mappings, which each fork has to copy. */

#ifndef FORK_MAPPINGS_H
#define FORK_MAPPINGS_H

/* Joins the code of the program, and of each library, with the read-only data
 * before and behind it. What the system does not allow stays as it is. */
void fork_mappings_join(void);

#endif /* FORK_MAPPINGS_H */
