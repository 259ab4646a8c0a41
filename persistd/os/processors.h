/* SPDX-License-Identifier: Apache-2.0 */
/* processors.h: how many processors workers can use. */

#ifndef PROCESSORS_H
#define PROCESSORS_H

#include <stdint.h>

/* Returns how many processors this process may run on, and so its workers; 0 if
 * the system does not say. Limits of cgroups on their time do not count. */
uint32_t processors_count(void);

/* Returns for how long these processors have been idle since the machine was
 * started, all together, in µs; -1 if the system does not say. proc(5):
 * /proc/stat, the columns idle and iowait. */
int64_t processors_idle_us(void);

#endif /* PROCESSORS_H */
