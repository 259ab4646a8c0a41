/* SPDX-License-Identifier: Apache-2.0 */
/* slots_shm_owner_none.c: elsewhere nothing tells whose it is; access rights
 * are what there is. */

#include "slots_shm_owner.h"

#ifndef __linux__

int slots_shm_is_foreign(const void *address)
{
    (void)address;
    return 0;
}

#endif /* not __linux__ */
