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

#endif /* CTL_INSTANCES_H */
