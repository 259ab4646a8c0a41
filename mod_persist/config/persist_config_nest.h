/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_nest.h: which of two applications counts where one section is
 * inside of the other. Pure. */

#ifndef PERSIST_CONFIG_NEST_H
#define PERSIST_CONFIG_NEST_H

#include "config/persist_config.h"

/* Returns the inner section's, if it has set one or has left the outer one. Two
 * .htaccess files cannot leave an application: one above its folder, by
 * <Files>; and one in its static/ or public/, for somebody may have uploaded
 * that. */
const persist_app_t *persist_config_nest(const persist_app_t *outer,
                                         const persist_app_t *inner);

#endif /* PERSIST_CONFIG_NEST_H */
