/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_fields.c: reads records of the form "name=value" NUL, …, NUL. */

#include "ctl_fields.h"

#include <stdlib.h>
#include <string.h>

int ctl_fields_seal(msgpack_sbuffer *report)
{
    return msgpack_sbuffer_write(report, "\0", 2);
}

ctl_record_t ctl_fields_next(const msgpack_sbuffer *sealed, ctl_record_t record)
{
    const char *end = sealed->data + sealed->size - 2;
    if (!record)
        return sealed->data < end ? sealed->data : NULL;
    while (*record)
        record += strlen(record) + 1;
    record++;
    return record < end ? record : NULL;
}

const char *ctl_fields_text(ctl_record_t record, const char *name)
{
    size_t len = strlen(name);
    for (; *record; record += strlen(record) + 1)
        if (strncmp(record, name, len) == 0 && record[len] == '=')
            return record + len + 1;
    return NULL;
}

int64_t ctl_fields_number(ctl_record_t record, const char *name)
{
    const char *value = ctl_fields_text(record, name);
    return value ? strtoll(value, NULL, 10) : 0;
}

const char **ctl_fields_all(const msgpack_sbuffer *sealed, const char *name,
                            size_t *count)
{
    ctl_record_t record = NULL;
    size_t room = 64;
    const char **values = calloc(room, sizeof(*values));
    for (*count = 0;
         values && (record = ctl_fields_next(sealed, record)) != NULL;) {
        const char *value = ctl_fields_text(record, name);
        if (value)
            values[(*count)++] = value;
        if (*count < room)
            continue;
        const char **more = reallocarray(values, room *= 2, sizeof(*values));
        if (!more)
            free(values);
        values = more;
    }
    return values;
}
