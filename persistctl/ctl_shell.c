/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_shell.c: looks the user up. */

#include "ctl_shell.h"

#include "common_shell.h"

#include <pwd.h>
#include <stdio.h>
#include <unistd.h>

const char *ctl_shell_as(uid_t user)
{
    static char words[96];
    const struct passwd *found =
        user != 0 && geteuid() == 0 ? getpwuid(user) : NULL;
    if (!found)
        return "";
    snprintf(words, sizeof(words), "sudo -u %s ",
             common_shell_quote(found->pw_name));
    return words;
}
