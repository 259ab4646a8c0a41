/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_fields.h: reads a report of the form WIRE_STATUS_FIELDS. */

#ifndef CTL_FIELDS_H
#define CTL_FIELDS_H

#include <msgpack/sbuffer.h>
#include <stdint.h>

/* One record of a report: where its fields begin. */
typedef const char *ctl_record_t;

/* Ends the report so that no reading goes beyond it, whatever it holds.
 * Returns 0, or -1 without memory. */
int ctl_fields_seal(msgpack_sbuffer *report);

/* The record behind this one, or with NULL the first; NULL: there is none. */
ctl_record_t ctl_fields_next(const msgpack_sbuffer *sealed,
                             ctl_record_t record);

/* The value of the record's field, or NULL. */
const char *ctl_fields_text(ctl_record_t record, const char *name);

/* The same as a number; 0 when there is none. */
int64_t ctl_fields_number(ctl_record_t record, const char *name);

#endif /* CTL_FIELDS_H */
