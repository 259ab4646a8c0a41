/* SPDX-License-Identifier: Apache-2.0 */
/* persist_script_log.h: writes LOG frames into httpd's error log, with the
 * request's id, the pool and the pid, in the form that printed output has. */

#ifndef PERSIST_SCRIPT_LOG_H
#define PERSIST_SCRIPT_LOG_H

#include "exchange/persist_call.h"

/* Sends a copy to persistd for the script's owner, whatever LogLevel is, and
 * logs at the script's level, but at most at error. Each line of the text is a
 * line of the log; a long line continues on the next. Lines above the pool's
 * rate (slots_rate.h) are dropped; their number comes before the next line, or
 * persistd logs it. */
void persist_script_log_write(persist_call_t *call, const wire_log_t *log);

#endif /* PERSIST_SCRIPT_LOG_H */
