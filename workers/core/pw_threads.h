/* SPDX-License-Identifier: Apache-2.0 */
/* pw_threads.h: how many threads this process has. */

#ifndef PW_THREADS_H
#define PW_THREADS_H

/* Returns the number of threads, 0 if it is unknown (without /proc). A thread
 * that is ending does not count: pthread_join(3) returns a moment before the
 * kernel removes it. */
unsigned pw_threads_count(void);

#endif /* PW_THREADS_H */
