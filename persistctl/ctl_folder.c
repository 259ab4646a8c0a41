/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_folder.c: an order to a folder is for its application alone, so the
 * scripts below are only named. */

#include "ctl_folder.h"
#include "ctl_each.h"
#include "ctl_file.h"
#include "ctl_print.h"
#include "ctl_scripts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED_MAX = 20 };

static void name_some(const ctl_scripts_t *scripts)
{
    size_t shown = scripts->count < NAMED_MAX ? scripts->count : NAMED_MAX;
    for (size_t i = 0; i < shown; i++) {
        fputs("persistctl: below it there is ", stderr);
        ctl_print(stderr, scripts->names[i], strlen(scripts->names[i]));
        fputc('\n', stderr);
    }
    if (shown < scripts->count)
        fprintf(stderr, "persistctl: and there are %zu more\n",
                scripts->count - shown);
}

static int name_below(void *context, const char *instance)
{
    const char *folder = context;
    ctl_scripts_t scripts;
    int result = ctl_scripts_below(&scripts, instance, folder);
    int error = errno;
    name_some(&scripts);
    ctl_scripts_clear(&scripts);
    errno = error;
    return result;
}

int ctl_folder_blame(const ctl_options_t *options)
{
    char *folder = ctl_file_folder(options->script);
    if (!folder)
        return 0;
    fprintf(stderr,
            "persistctl: %s: no application of this folder has a pool below %s "
            "that you may see; its first request makes one\n",
            options->script, options->runtime_dir);
    ctl_each(options, name_below, folder);
    free(folder);
    return 1;
}
