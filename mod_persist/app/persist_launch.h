/* SPDX-License-Identifier: Apache-2.0 */
/* persist_launch.h: the command that runs an application, or a script: the
 * words that persistd puts before the file. */

#ifndef PERSIST_LAUNCH_H
#define PERSIST_LAUNCH_H

#include "config/persist_config.h"

/* Returns persist-app --folder FOLDER [--object MODULE:NAME | --auto], and the
 * PersistInterpreter of the entry file's extension as options. The array is in
 * r->pool. NULL: no application has been found. */
const apr_array_header_t *
persist_launch_application(const request_rec *r,
                           const persist_dir_config_t *config);

/* Returns the PersistInterpreter of a script's extension; or persist-app for
 * .wsgi, .asgi, .ru and .lua, which takes that as options; or, with PersistMode
 * cgi, persist-cgi-host and the PersistInterpreter. NULL: the file starts
 * itself. */
const apr_array_header_t *
persist_launch_script(const request_rec *r, const persist_dir_config_t *config);

/* Says why no application has been found: what was looked for, and what the
 * folder has instead. */
const char *persist_launch_missing(const request_rec *r);

#endif /* PERSIST_LAUNCH_H */
