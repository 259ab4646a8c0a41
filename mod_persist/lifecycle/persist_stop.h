/* SPDX-License-Identifier: Apache-2.0 */
/* persist_stop.h: httpd's parent stops persistd when it exits itself. */

#ifndef PERSIST_STOP_H
#define PERSIST_STOP_H

#include "lifecycle/persist_instance.h"

/* Registers a cleanup of pconf for the end of httpd: sends STOP, waits, and
 * kills what is left. */
void persist_stop_at_exit(persist_retained_t *retained, server_rec *s,
                          apr_pool_t *pconf);

#endif /* PERSIST_STOP_H */
