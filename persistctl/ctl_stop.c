/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_stop.c: ends the persistd that persist-cgi has started. httpd's ends with
 * httpd, so only the user's own directory is looked into, unless another one is
 * named. */

#include "ctl_stop.h"
#include "ctl_ask.h"
#include "ctl_instances.h"
#include "ctl_order.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int stop_one(void *context, const char *instance)
{
    int *failed = context;
    if (ctl_ask_stop(instance) == 0) {
        printf("%s: stopped\n", instance);
        return 1;
    }
    if (errno == ECONNREFUSED || errno == ENOENT)
        return 0;
    fprintf(stderr, "persistctl: %s: %s\n", instance,
            errno == EPROTO ? "it does not obey: it belongs to httpd, or to "
                              "another user"
                            : strerror(errno));
    return *failed = 1;
}

/* httpd's persistd may be named, too: it does not obey. */
static int stop_all(const ctl_options_t *options, int *failed)
{
    return options->own_dir
               ? ctl_instances_own(options->own_dir, stop_one, failed)
               : ctl_instances_each(options->runtime_dir, stop_one, failed);
}

int ctl_stop(const ctl_options_t *options)
{
    const char *directory =
        options->own_dir ? options->own_dir : options->runtime_dir;
    int failed = 0;
    if (options->script)
        return ctl_order(options);
    if (stop_all(options, &failed) <= 0)
        printf("no persistd of your own runs below %s\n", directory);
    return failed ? CTL_FAILED : CTL_DONE;
}
