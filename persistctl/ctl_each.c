/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_each.c: goes through the instances, and prints what failed. */

#include "ctl_each.h"
#include "ctl_instances.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

typedef struct each {
    ctl_each_fn *ask;
    void *context;
    int failed; /* instances that exist but did not answer properly */
    int quiet;  /* failures are not printed */
} each_t;

static const char *explain(int error)
{
    switch (error) {
    case EPERM:
        return "the process that listens there does not belong to the owner of "
               "the directory; it is not asked";
    case EPROTO:
        return "the answer is not persistd's, or of another release";
    case EMSGSIZE:
        return "the answer is too long";
    case ETIMEDOUT:
        return "timed out; httpd replaces a persistd that hangs within 30 "
               "seconds";
    default:
        return strerror(error);
    }
}

/* Ignores a directory without a persistd: a killed server leaves one. */
static int ask_one(void *context, const char *instance)
{
    each_t *each = context;
    if (each->ask(each->context, instance) == 0)
        return 1;
    if (errno == ECONNREFUSED || errno == ENOENT)
        return 0;
    if (!each->quiet)
        fprintf(stderr, "persistctl: %s: %s\n", instance, explain(errno));
    each->failed++;
    return 0;
}

static int ask_own(const char *own_dir, each_t *each)
{
    int own = ctl_instances_own(own_dir, ask_one, each);
    if (own < 0 && errno == EPERM && !each->quiet)
        fprintf(stderr,
                "persistctl: %s is another user's, or others can write to it; "
                "nothing in it is asked\n",
                own_dir);
    return own;
}

/* Asks the user's own persistd, too. Returns as ctl_instances_each() for the
 * runtime directory if that one does not answer. */
static int ask_all(const ctl_options_t *options, each_t *each)
{
    int answered = ctl_instances_each(options->runtime_dir, ask_one, each);
    int error = errno;
    int own = options->own_dir ? ask_own(options->own_dir, each) : 0;
    errno = error;
    if (own <= 0)
        return answered;
    return answered > 0 ? answered + own : own;
}

void ctl_each_again(const ctl_options_t *options, ctl_each_fn *ask,
                    void *context)
{
    each_t each = {.ask = ask, .context = context, .quiet = 1};
    ask_all(options, &each);
}

int ctl_each(const ctl_options_t *options, ctl_each_fn *ask, void *context)
{
    const char *runtime_dir = options->runtime_dir;
    each_t each = {.ask = ask, .context = context};
    int answered = ask_all(options, &each);
    const char *lacks = answered < 0 ? ", which does not exist" : "";
    if (answered < 0 && errno != ENOENT) {
        fprintf(stderr, "persistctl: %s: %s\n", runtime_dir, strerror(errno));
        return CTL_FAILED;
    }
    if (answered <= 0 && !each.failed) {
        fprintf(stderr,
                "persistctl: no running persistd below %s%s: is httpd up and "
                "mod_persist loaded? (--runtime-dir names another "
                "PersistRuntimeDir)\n",
                runtime_dir, lacks);
        return CTL_FAILED;
    }
    return each.failed ? CTL_FAILED : CTL_DONE;
}
