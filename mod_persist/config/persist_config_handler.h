/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_handler.h: which handler a request has. */

#ifndef PERSIST_CONFIG_HANDLER_H
#define PERSIST_CONFIG_HANDLER_H

#include <httpd.h>

#include <string.h>

/* Any thread: true if the request has the handler of this name. All requests of
 * the server ask that, most of them for other modules: the first letter decides
 * without a call. */
static inline int persist_config_handler_is(const request_rec *r,
                                            const char *name)
{
    return r->handler && r->handler[0] == name[0] &&
           strcmp(r->handler, name) == 0;
}

#endif /* PERSIST_CONFIG_HANDLER_H */
