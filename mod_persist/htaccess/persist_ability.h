/* SPDX-License-Identifier: Apache-2.0 */
/* persist_ability.h: may parsed .htaccess files be kept in this httpd at all?
 */

#ifndef PERSIST_ABILITY_H
#define PERSIST_ABILITY_H

#include <httpd.h> /* before all other headers of httpd */

/* Call this when httpd has read its configuration. Returns NULL, or why nothing
 * may be kept, as a clause for the log and the status page. */
const char *persist_ability_missing(const server_rec *s);

/* Returns the name of this server's .htaccess files, or NULL if it has more
 * than one name for them. */
const char *persist_ability_file_name(const server_rec *s);

#endif /* PERSIST_ABILITY_H */
