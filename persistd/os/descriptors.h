/* SPDX-License-Identifier: Apache-2.0 */
/* descriptors.h: for programs that persistd starts: it passes nothing on that
 * they don't know of; a library may have slept. */

#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H

/* Closes all descriptors above this one. */
void descriptors_close_above(int last);

#endif /* DESCRIPTORS_H */
