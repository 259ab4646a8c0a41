/* SPDX-License-Identifier: Apache-2.0 */
/* slots_sanitized.h: detects ThreadSanitizer, so that tests can skip what it
 * cannot follow. */

#ifndef SLOTS_TESTS_SANITIZED_H
#define SLOTS_TESTS_SANITIZED_H

static inline int slots_threads_sanitized(void)
{
#if defined(__SANITIZE_THREAD__)
    return 1;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
    return 1;
#else
    return 0;
#endif
#else
    return 0;
#endif
}

#endif /* SLOTS_TESTS_SANITIZED_H */
