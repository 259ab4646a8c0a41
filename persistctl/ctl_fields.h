/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_fields.h: reads a report of the form WIRE_STATUS_FIELDS. */

#ifndef CTL_FIELDS_H
#define CTL_FIELDS_H

#include <msgpack/sbuffer.h>
#include <stdint.h>

/* One record of a report: a pointer to its first field. */
typedef const char *ctl_record_t;

/* Terminates the report, so that the functions below never read beyond it,
 * whatever it holds. Returns 0, or -1 without memory. */
int ctl_fields_seal(msgpack_sbuffer *report);

/* Returns the next record, or the first if record is NULL; NULL at the end. */
ctl_record_t ctl_fields_next(const msgpack_sbuffer *sealed,
                             ctl_record_t record);

/* Returns the value of a field of the record, or NULL. */
const char *ctl_fields_text(ctl_record_t record, const char *name);

/* Returns the same value as a number, or 0 if there is none. */
int64_t ctl_fields_number(ctl_record_t record, const char *name);

/* Returns the values of this field, in the order of the records that have it,
 * as an array to be freed; NULL without memory. */
const char **ctl_fields_all(const msgpack_sbuffer *sealed, const char *name,
                            size_t *count);

#endif /* CTL_FIELDS_H */
