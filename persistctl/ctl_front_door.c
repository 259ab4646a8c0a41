/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_front_door.c: a build that is not installed has it elsewhere. */

#include "ctl_front_door.h"

#include "persist_build.h"

#include <stdlib.h>

const char *ctl_front_door(void)
{
    const char *other = getenv("PERSIST_CGI");
    return other ? other : PERSIST_LIBEXECDIR "/persist-cgi";
}
