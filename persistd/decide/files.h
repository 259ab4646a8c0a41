/* SPDX-License-Identifier: Apache-2.0 */
/* files.h: how many files a worker may have open. Pure.
 * Why: docs/decisions/units-by-the-hundred.md */

#ifndef FILES_H
#define FILES_H

#include <stdint.h>

/* Returns the soft limit of open files (RLIMIT_NOFILE) for a worker that may
 * have so many requests at a time. Each child of httpd keeps a connection to
 * each unit that it has used, so there can be more connections than units.
 * soft: the limit with which persistd was started. It is kept unless the
 * requests need more: programs that use select(2) cannot use descriptors from
 * 1024 on. */
uint64_t files_for(uint64_t soft, uint32_t concurrency);

#endif /* FILES_H */
