/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_instances.h: which instances there are below PersistRuntimeDir. */

#ifndef CTL_INSTANCES_H
#define CTL_INSTANCES_H

/* Called with the directory of each instance. A result other than 0 is counted
 * as "answered". */
typedef int ctl_instances_fn(void *context, const char *instance);

/* Returns the number of instances that answered, or -1 with errno when the
 * directory can't be read. */
int ctl_instances_each(const char *runtime_dir, ctl_instances_fn *each,
                       void *context);

#endif /* CTL_INSTANCES_H */
