/* SPDX-License-Identifier: Apache-2.0 */
/* persist_settings.h: computes SETTINGS from the directives, the MPM, httpd's
 * environment and its umask. */

#ifndef PERSIST_SETTINGS_H
#define PERSIST_SETTINGS_H

#include "config/persist_config.h"
#include "lifecycle/persist_instance.h"

#include "wire_message.h"

/* Sets the sizes of a new instance's table from this configuration. */
void persist_settings_sizes(const persist_server_config_t *config,
                            persist_instance_t *sizes);

/* Fills SETTINGS from the main server's configuration and its LogLevel, in
 * httpd's parent, which has one thread. The
 * message points into instance, p and the process's environment. */
void persist_settings_make(const server_rec *s,
                           const persist_instance_t *instance,
                           wire_settings_t *settings, apr_pool_t *p);

/* The most requests that may wait in all queues together. */
uint32_t persist_settings_queue_total(const persist_server_config_t *config);

/* Half of one child's threads, at least 1. */
uint32_t persist_settings_threads_half(void);

#endif /* PERSIST_SETTINGS_H */
