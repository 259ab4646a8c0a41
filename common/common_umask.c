/* SPDX-License-Identifier: Apache-2.0 */
/* common_umask.c: sets it, and sets it again. */

#include "common_umask.h"

#include <sys/stat.h>

mode_t common_umask(void)
{
    mode_t mask = umask(077);
    umask(mask);
    return mask;
}
