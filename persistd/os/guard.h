/* SPDX-License-Identifier: Apache-2.0 */
/* guard.h: persistd keeps to itself what scripts are not to have, though they
 * run as the same user. */

#ifndef GUARD_H
#define GUARD_H

/* In the environment: other processes of the user may look into this one, and
 * it leaves core dumps. */
#define GUARD_DUMPABLE "PERSIST_DUMPABLE"

/* To be called first: from then on only root sees this process's environment,
 * memory and descriptors, where the system can do that. What it starts has no
 * capabilities, and can be seen again. Returns 0, or -1 with errno. */
int guard_self(void);

#endif /* GUARD_H */
