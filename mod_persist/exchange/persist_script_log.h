/* SPDX-License-Identifier: Apache-2.0 */
/* persist_script_log.h: LOG frames into httpd's error log, under the request's
 * own id, with the pool and the pid as what is printed has them. */

#ifndef PERSIST_SCRIPT_LOG_H
#define PERSIST_SCRIPT_LOG_H

#include "exchange/persist_call.h"

/* At the level that the script names, but none above error. One line for each
 * line of the text; long ones go on in the next. What a pool
 * writes above its rate (slots_rate.h) is dropped, and the number of lines is
 * told with the next that is not. */
void persist_script_log_write(persist_call_t *call, const wire_log_t *log);

#endif /* PERSIST_SCRIPT_LOG_H */
