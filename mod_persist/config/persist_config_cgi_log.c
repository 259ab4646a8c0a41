/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_cgi_log.c: the directives ScriptLog, ScriptLogLength and
 * ScriptLogBuffer. They stand in httpd.conf alone, so the settings are those of
 * a server or of a <VirtualHost>, which httpd merges like all sections. */

#include "config/persist_config_cgi_log.h"
#include "config/persist_config_read.h"

#include <limits.h>

const char *persist_config_cgi_log(cmd_parms *cmd, void *dir, const char *path)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    const char *file = ap_server_root_relative(cmd->pool, path);
    if (!file)
        return persist_config_read_wrong(
            cmd, path, "the path of a file, for example logs/cgi.log");
    config->cgi_log = file;
    return NULL;
}

const char *persist_config_cgi_log_length(cmd_parms *cmd, void *dir,
                                          const char *bytes)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    return persist_config_read_number(cmd, bytes, 0, INT_MAX, "10385760",
                                      &config->cgi_log_length);
}

const char *persist_config_cgi_log_buffer(cmd_parms *cmd, void *dir,
                                          const char *bytes)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    return persist_config_read_number(cmd, bytes, 0, INT_MAX, "1024",
                                      &config->cgi_log_buffer);
}
