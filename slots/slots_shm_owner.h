/* SPDX-License-Identifier: Apache-2.0 */
/* slots_shm_owner.h: whose memory it is. Every local user can compute the name
 * of a table, and take it when it is free. */

#ifndef SLOTS_SHM_OWNER_H
#define SLOTS_SHM_OWNER_H

/* True when the mapping that holds this address is not of a file of our
 * effective uid's, or that can't be told. The memory is not touched. */
int slots_shm_is_foreign(const void *address);

#endif /* SLOTS_SHM_OWNER_H */
