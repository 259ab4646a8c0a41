/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_cgi_log.h: the directives ScriptLog, ScriptLogLength and
 * ScriptLogBuffer. mod_cgi and mod_cgid have them, too; httpd gives a directive
 * to each module that declares it. So what a site has said to them holds for
 * PersistMode cgi, and holds without them. */

#ifndef PERSIST_CONFIG_CGI_LOG_H
#define PERSIST_CONFIG_CGI_LOG_H

#include "config/persist_config.h"

/* path: relative to ServerRoot, or absolute. */
const char *persist_config_cgi_log(cmd_parms *cmd, void *dir, const char *path);

/* The size in bytes above which the file gets no more. */
const char *persist_config_cgi_log_length(cmd_parms *cmd, void *dir,
                                          const char *bytes);

/* How many bytes of a request's body are logged. */
const char *persist_config_cgi_log_buffer(cmd_parms *cmd, void *dir,
                                          const char *bytes);

#endif /* PERSIST_CONFIG_CGI_LOG_H */
