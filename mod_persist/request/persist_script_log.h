/* SPDX-License-Identifier: Apache-2.0 */
/* persist_script_log.h: LOG frames into httpd's error log, under the request's
 * own id. */

#ifndef PERSIST_SCRIPT_LOG_H
#define PERSIST_SCRIPT_LOG_H

#include "wire_message.h"

#include <httpd.h>

/* One line for each line of the text; long ones go on in the next. */
void persist_script_log_write(request_rec *r, const wire_log_t *log);

#endif /* PERSIST_SCRIPT_LOG_H */
