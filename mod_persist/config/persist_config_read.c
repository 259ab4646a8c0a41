/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_read.c: reads one word of a directive. */

#include "config/persist_config_read.h"
#include "config/persist_config_value.h"
#include "wire_fault.h"

#include <apr_lib.h>
#include <apr_strings.h>
#include <string.h>

const char *persist_config_read_wrong(cmd_parms *cmd, const char *word,
                                      const char *want)
{
    return apr_psprintf(cmd->pool, "PERSIST%d: %s: \"%s\" is wrong: give %s",
                        WIRE_FAULT_DIRECTIVE, cmd->cmd->name, word, want);
}

const char *persist_config_read_number(cmd_parms *cmd, const char *word,
                                       int min, int max, const char *example,
                                       uint64_t *number)
{
    int value;
    if (persist_config_value_number(word, min, max, &value) == 0) {
        *number = (uint64_t)value;
        return NULL;
    }
    return persist_config_read_wrong(
        cmd, word,
        apr_psprintf(cmd->temp_pool, "a number from %d to %d, for example %s",
                     min, max, example));
}

const char *persist_config_read_span(cmd_parms *cmd, const char *word,
                                     const persist_config_span_t *span,
                                     uint64_t *ms)
{
    apr_interval_time_t time;
    uint64_t value;
    if (span->off && ap_cstr_casecmp(word, "off") == 0) {
        *ms = 0;
        return NULL;
    }
    if (!apr_isdigit(*word) ||
        ap_timeout_parameter_parse(word, &time, "s") != APR_SUCCESS)
        return persist_config_read_wrong(
            cmd, word,
            apr_pstrcat(cmd->temp_pool, span->want,
                        " (a whole number with ms, s, min or h)", NULL));
    value = (uint64_t)apr_time_as_msec(time);
    if (value < span->min || value > span->max)
        return persist_config_read_wrong(cmd, word, span->want);
    *ms = value;
    return NULL;
}

const char *persist_config_read_size(cmd_parms *cmd, const char *word,
                                     uint64_t *bytes)
{
    int64_t value;
    if (persist_config_value_size(word, &value) != 0)
        return persist_config_read_wrong(
            cmd, word,
            "bytes, with K, M or G behind them or nothing, "
            "for example 10M (0: no limit)");
    *bytes = (uint64_t)value;
    return NULL;
}

const char *persist_config_read_extension(cmd_parms *cmd, const char *word,
                                          const char **extension)
{
    const char *bare = *word == '.' ? word + 1 : word;
    if (!*bare || strpbrk(bare, "./"))
        return persist_config_read_wrong(
            cmd, word, "a file name's extension, for example .py");
    *extension = apr_pstrcat(cmd->pool, ".", bare, NULL);
    return NULL;
}
