/* SPDX-License-Identifier: Apache-2.0 */
/* common_descriptors.h: closes what a program must not inherit. */

#ifndef COMMON_DESCRIPTORS_H
#define COMMON_DESCRIPTORS_H

/* Closes all descriptors above `last`. For programs that our processes start:
 * a library may have opened descriptors without close-on-exec. Safe between
 * fork(2) and execve(2). */
void common_close_above(int last);

#endif /* COMMON_DESCRIPTORS_H */
