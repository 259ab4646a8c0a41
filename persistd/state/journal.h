/* SPDX-License-Identifier: Apache-2.0 */
/* journal.h: what a successor cannot learn otherwise: the definitions of the
 * pools (ENSURE), and which worker is in which slot (WORKER). Stored as
 * frames. */

#ifndef JOURNAL_H
#define JOURNAL_H

#include "state/persistd.h"

/* Writes a new file, 0600, and renames it into place, so that a complete file
 * exists at all times. A failure is only logged, and noted in the agenda: we
 * keep our workers, but a successor could not adopt them. The next tick tries
 * again (run/place.c). */
void journal_write(persistd_t *pd);

/* Writes the journal if the agenda has it marked. */
void journal_keep(persistd_t *pd);

/* Receives each message. */
typedef void journal_fn(void *context, const wire_message_t *message);

/* Reads the file. Returns the number of messages, or -1 with errno. ENOENT:
 * there is no file. EINVAL: it is not a regular file. EBADMSG: it ends in an
 * invalid frame. EFBIG: it is too long. Messages before the error have been
 * passed on. */
int journal_read(const char *path, journal_fn *give, void *context);

#endif /* JOURNAL_H */
