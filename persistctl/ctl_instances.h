/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_instances.h: finds the instances below PersistRuntimeDir. */

#ifndef CTL_INSTANCES_H
#define CTL_INSTANCES_H

/* Is called with the directory of each instance. Any result but 0 counts the
 * instance as "answered". */
typedef int ctl_instances_fn(void *context, const char *instance);

/* Returns the number of instances that answered, or -1 with errno when the
 * directory can't be read. */
int ctl_instances_each(const char *runtime_dir, ctl_instances_fn *each,
                       void *context);

/* The same for the directory of the caller's own persistd. Returns -1 with
 * EPERM if it is another user's, or others can write to it: anybody may have
 * made it in a place such as /tmp, with a listener that is not persistd. */
int ctl_instances_own(const char *own_dir, ctl_instances_fn *each,
                      void *context);

#endif /* CTL_INSTANCES_H */
