/* SPDX-License-Identifier: Apache-2.0 */
/* descriptors.h: for the programs that persistd starts. They close descriptors
 * that they do not know, in case a library has left one open across exec. */

#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H

/* Closes all descriptors above `last`. */
void descriptors_close_above(int last);

#endif /* DESCRIPTORS_H */
