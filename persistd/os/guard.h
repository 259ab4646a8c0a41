/* SPDX-License-Identifier: Apache-2.0 */
/* guard.h: hides persistd's secrets from scripts, which run as the same
 * user. */

#ifndef GUARD_H
#define GUARD_H

/* If this variable is in the environment, other processes of the user may
 * inspect this one, and it leaves core dumps. */
#define GUARD_DUMPABLE "PERSIST_DUMPABLE"

/* Call this first. From then on only root can read this process's environment,
 * memory and descriptors, if the system supports that. Programs that it starts
 * have no capabilities, and can be inspected again. Returns 0, or -1 with
 * errno. */
int guard_self(void);

#endif /* GUARD_H */
