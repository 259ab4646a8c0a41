/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_nest.h: which of two applications counts where one section is
 * inside of the other, and whose settings count for it. Pure. */

#ifndef PERSIST_CONFIG_NEST_H
#define PERSIST_CONFIG_NEST_H

#include "config/persist_config.h"

/* Returns the inner section's, if it has set one or has left the outer one.
 * <Files> sections of all folders count after the folders. One of a .htaccess
 * file above the application's folder was written for scripts that lie about,
 * and cannot leave it. */
const persist_app_t *persist_config_nest(const persist_app_t *outer,
                                         const persist_app_t *inner);

/* True for a .htaccess file (NULL: none) in static/ or public/ of the outer
 * application: somebody may have uploaded it, so it sets nothing. */
int persist_config_nest_is_upload(const persist_app_t *outer,
                                  const char *htaccess);

/* True if the settings of a .htaccess file (NULL: of the server's
 * configuration) count for the URLs of this application. Those of a file below
 * its folder do not, since it may have been uploaded. Without an application
 * (no folder) all count. */
int persist_config_nest_counts(const persist_app_t *app, const char *htaccess);

#endif /* PERSIST_CONFIG_NEST_H */
