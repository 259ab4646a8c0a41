/* SPDX-License-Identifier: Apache-2.0 */
/* mark.h: the mark that an SDK puts before a line of output if it knows the
 * request: 0x1e, the request's id, 0x1f (wire/PROTOCOL.md). Pure. */

#ifndef MARK_H
#define MARK_H

#include <stddef.h>

/* The length of the id, which begins at line + 1. 0: the line has no mark, or a
 * mark that cannot be an id. The text begins two bytes after the id's end. */
size_t mark_id(const char *line, size_t len);

/* The length of the mark with which the text ends, with both control
 * characters; 0: it ends with none. */
size_t mark_at_end(const char *text, size_t len);

#endif /* MARK_H */
