/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_buffer.c: the directive PersistBuffer. */

#include "config/persist_config_buffer.h"
#include "config/persist_config_read.h"
#include "config/persist_config_value.h"

static const char wanted[] =
    "bytes, with K, M or G behind them or nothing, or off, for example 16M 16M";

/* Reads one of the two sizes; off is 0. */
static const char *read_size(cmd_parms *cmd, const char *word, uint64_t *bytes)
{
    int64_t value = 0;
    if (ap_cstr_casecmp(word, "off") != 0 &&
        (persist_config_value_size(word, &value) != 0 || value == 0))
        return persist_config_read_wrong(cmd, word, wanted);
    *bytes = (uint64_t)value;
    return NULL;
}

const char *persist_config_buffer(cmd_parms *cmd, void *dir,
                                  const char *request, const char *response)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    const char *error;
    if (!response && ap_cstr_casecmp(request, "off") != 0)
        return persist_config_read_wrong(
            cmd, request,
            "a size for requests and one for responses, or off, "
            "for example 16M 16M");
    error = read_size(cmd, request, &config->buffer_request);
    if (!error)
        error = read_size(cmd, response ? response : request,
                          &config->buffer_response);
    return error ? error : persist_config_finish(cmd, config);
}
