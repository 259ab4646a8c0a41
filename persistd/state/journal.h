/* SPDX-License-Identifier: Apache-2.0 */
/* journal.h: what a successor has to know and can't ask anybody: the pools'
 * definitions (ENSURE) and who lives in which slot (WORKER), as frames. */

#ifndef JOURNAL_H
#define JOURNAL_H

#include "state/persistd.h"

/* Writes all of it anew, 0600, and renames it into place, so that there is
 * always a whole one. A failure is logged: it costs a successor its workers,
 * not us ours. */
void journal_write(persistd_t *pd);

/* Does so where the agenda has it marked. */
void journal_keep(persistd_t *pd);

/* Gets each message. */
typedef void journal_fn(void *context, const wire_message_t *message);

/* Reads the file. Returns the number of messages, or -1 with errno (ENOENT:
 * there is none; EBADMSG: it ends in something that is no frame; EFBIG: it
 * is too long; what came before has been given out; EINVAL: it is no file). */
int journal_read(const char *path, journal_fn *give, void *context);

#endif /* JOURNAL_H */
