/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_ceiling.c: the directive PersistCeiling. */

#include "config/persist_config_ceiling.h"
#include "config/persist_config.h"
#include "config/persist_config_life.h"

#include "slots_layout.h"

#include <stddef.h>

#define SECONDS(n) (UINT64_C(1000) * (n))
#define HOURS(n) SECONDS((n)*3600)

const persist_config_span_t persist_config_ceiling_wait = {
    1, HOURS(1), 0, "a duration from 1ms to 1h, for example 30s"};
const persist_config_span_t persist_config_ceiling_request = {
    1, HOURS(24), 1, "a duration from 1ms to 24h, or off, for example 300s"};

enum ceiling_type { CEILING_NUMBER, CEILING_SPAN, CEILING_SIZE, CEILING_COUNT };

/* A name that PersistCeiling takes, and the form of its value. */
typedef struct ceiling_name {
    const char *name;
    size_t offset;
    enum ceiling_type type;
    int max;                           /* for CEILING_NUMBER */
    const persist_config_span_t *span; /* for CEILING_SPAN */
} ceiling_name_t;

#define CEILING(word, member, ...)                                             \
    {                                                                          \
        .name = word, .offset = offsetof(persist_ceiling_t, member),           \
        __VA_ARGS__                                                            \
    }

static const ceiling_name_t ceiling_names[] = {
    CEILING("Workers", workers, .type = CEILING_NUMBER,
            .max = SLOTS_POOL_SLOTS),
    CEILING("QueueLength", queue_length, .type = CEILING_NUMBER,
            .max = SLOTS_CELLS),
    CEILING("QueueTotal", queue_total, .type = CEILING_NUMBER, .max = 1000000),
    CEILING("OwnerShare", owner_share, .type = CEILING_NUMBER, .max = 4096),
    CEILING("QueueTimeout", queue_ms, .type = CEILING_SPAN,
            .span = &persist_config_ceiling_wait),
    CEILING("BootTimeout", boot_ms, .type = CEILING_SPAN,
            .span = &persist_config_ceiling_wait),
    CEILING("RequestTimeout", hard_ms, .type = CEILING_SPAN,
            .span = &persist_config_ceiling_request),
    CEILING("MaxBody", max_body, .type = CEILING_SIZE),
    CEILING("Memory", memory, .type = CEILING_SIZE),
    CEILING("BufferRequest", buffer_request, .type = CEILING_SIZE),
    CEILING("BufferResponse", buffer_response, .type = CEILING_SIZE),
    CEILING("BufferTotal", buffer_total, .type = CEILING_SIZE),
    CEILING("BufferShare", buffer_share, .type = CEILING_SIZE),
    CEILING("MaxAge", max_age_ms, .type = CEILING_SPAN,
            .span = &persist_config_life_age),
    CEILING("MaxRequests", max_requests, .type = CEILING_COUNT),
};

static const char *read_ceiling(cmd_parms *cmd, const ceiling_name_t *ceiling,
                                const char *word)
{
    char *ceilings =
        (char *)(uintptr_t)&persist_config_server(cmd->server)->ceiling;
    uint64_t *value = (uint64_t *)(ceilings + ceiling->offset);
    switch (ceiling->type) {
    case CEILING_NUMBER:
        return persist_config_read_number(cmd, word, 1, ceiling->max, "16",
                                          value);
    case CEILING_SPAN:
        return persist_config_read_span(cmd, word, ceiling->span, value);
    case CEILING_COUNT:
        return persist_config_life_count(cmd, word, value);
    default:
        return persist_config_read_size(cmd, word, value);
    }
}

const char *persist_config_ceiling(cmd_parms *cmd, void *unused,
                                   const char *name, const char *word)
{
    const char *error = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    (void)unused;
    if (error)
        return error;
    for (size_t i = 0; i < sizeof(ceiling_names) / sizeof(*ceiling_names); i++)
        if (ap_cstr_casecmp(name, ceiling_names[i].name) == 0)
            return read_ceiling(cmd, &ceiling_names[i], word);
    return persist_config_read_wrong(
        cmd, name,
        "Workers, QueueLength, QueueTotal, OwnerShare, QueueTimeout, "
        "BootTimeout, RequestTimeout, MaxBody, Memory, BufferRequest, "
        "BufferResponse, BufferTotal, BufferShare, MaxAge or MaxRequests, "
        "for example PersistCeiling Workers 16");
}
