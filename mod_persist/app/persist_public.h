/* SPDX-License-Identifier: Apache-2.0 */
/* persist_public.h: public/ is the root of an application's static files. */

#ifndef PERSIST_PUBLIC_H
#define PERSIST_PUBLIC_H

#include "config/persist_config.h"

/* Turns a GET, HEAD or OPTIONS for PATH_INFO into one for public/PATH_INFO, if
 * that is a static file which the client may have. Costs one look at the file
 * system. Returns true if it has. */
int persist_public_take(request_rec *r, const persist_app_t *app,
                        const char *mount, const char *path_info);

#endif /* PERSIST_PUBLIC_H */
