/* SPDX-License-Identifier: Apache-2.0 */
/* persist_weight.h: how much memory the parsed form of a line may take. Pure.
 */

#ifndef PERSIST_WEIGHT_H
#define PERSIST_WEIGHT_H

#include <stddef.h>

/* Returns the length of the line times all counts of repetition in it: PCRE
 * compiles what stands before {n} n times, and such groups may be nested. At
 * most SIZE_MAX. */
size_t persist_weight_of_line(const char *line);

#endif /* PERSIST_WEIGHT_H */
