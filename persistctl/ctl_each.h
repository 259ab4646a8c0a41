/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_each.h: calls a function for every running persistd. */

#ifndef CTL_EACH_H
#define CTL_EACH_H

#include "ctl_options.h"

/* Asks one persistd. Returns 0, or -1 with errno as ctl_ask_report(). */
typedef int ctl_each_fn(void *context, const char *instance);

/* Returns CTL_DONE when every persistd has answered. Otherwise, also when there
 * is none, prints why and returns CTL_FAILED. */
int ctl_each(const ctl_options_t *options, ctl_each_fn *ask, void *context);

/* The same, without a word about those that do not answer: a server that stops
 * may come back. */
void ctl_each_again(const ctl_options_t *options, ctl_each_fn *ask,
                    void *context);

#endif /* CTL_EACH_H */
