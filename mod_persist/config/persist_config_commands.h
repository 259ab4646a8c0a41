/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_commands.h: the directives. */

#ifndef PERSIST_CONFIG_COMMANDS_H
#define PERSIST_CONFIG_COMMANDS_H

#include <httpd.h> /* before all other headers of httpd */

#include <http_config.h>

extern const command_rec persist_config_commands[];

#endif /* PERSIST_CONFIG_COMMANDS_H */
