/* SPDX-License-Identifier: Apache-2.0 */
/* persist_feed.h: gives httpd's parser a text in memory. */

#ifndef PERSIST_FEED_H
#define PERSIST_FEED_H

#include "htaccess/persist_text.h"

#include <http_config.h>

/* Opens a text for ap_cfg_getline() and its like, which move text->at on. name:
 * what error messages call it. */
ap_configfile_t *persist_feed_open(apr_pool_t *p, const char *name,
                                   persist_text_t *text);

/* Parses text as ap_parse_htaccess() would the file in directory dir, for what
 * AllowOverride allows there. r: a request_rec whose pool becomes the owner of
 * the result. Returns the configuration, or NULL if the text has an error,
 * which is logged. */
ap_conf_vector_t *persist_feed_parse(request_rec *r, const char *dir,
                                     int override, int override_opts,
                                     persist_text_t *text);

/* The hook open_htaccess. */
apr_status_t persist_feed_open_htaccess(request_rec *r, const char *dir,
                                        const char *name,
                                        ap_configfile_t **file,
                                        const char **full_name);

#endif /* PERSIST_FEED_H */
