/* SPDX-License-Identifier: Apache-2.0 */
/* files.c: see files.h. */

#include "decide/files.h"

#define USUAL 16u /* requests at a time for which any limit is kept */
#define OWN 256u  /* files of the program itself */
#define SHARE 4u  /* connections for each unit: several children may use it */

uint64_t files_for(uint64_t soft, uint32_t concurrency)
{
    uint64_t needed = (uint64_t)concurrency * SHARE + OWN;
    return concurrency > USUAL && needed > soft ? needed : soft;
}
