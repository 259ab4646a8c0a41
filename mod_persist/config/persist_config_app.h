/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_app.h: PersistApp, and what SetHandler means for it. */

#ifndef PERSIST_CONFIG_APP_H
#define PERSIST_CONFIG_APP_H

#include "config/persist_config.h"

/* PersistApp auto|FILE|module:name|off: makes the folder of the .htaccess file
 * or <Directory> an application, or leaves the outer one. Returns NULL or the
 * error's text. */
const char *persist_config_app_set(cmd_parms *cmd, void *dir, const char *word);

/* Is called beside the core's own SetHandler. persist-app means PersistApp
 * auto; another handler leaves the application. In <Files> of a .htaccess file
 * that counts for these files; in <Files> of the server's configuration it does
 * not count, because such a section was written for scripts that lie about. */
const char *persist_config_app_handler(cmd_parms *cmd, void *dir,
                                       const char *handler);

#endif /* PERSIST_CONFIG_APP_H */
