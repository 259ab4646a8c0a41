/* SPDX-License-Identifier: Apache-2.0 */
/* mark.h: the id of a request before a line that was printed for it, where an
 * SDK knows: 0x1e, the id, 0x1f (wire/PROTOCOL.md). Pure. */

#ifndef MARK_H
#define MARK_H

#include <stddef.h>

/* The length of the id at line + 1; 0: the line has no mark, or none that could
 * be an id. The text begins two bytes behind the id. */
size_t mark_id(const char *line, size_t len);

#endif /* MARK_H */
