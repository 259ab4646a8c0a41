/* SPDX-License-Identifier: Apache-2.0 */
/* persist_cgi_log.h: writes requests that a CGI program has failed into the
 * file of ScriptLog, in the form that mod_cgid's records have. */

#ifndef PERSIST_CGI_LOG_H
#define PERSIST_CGI_LOG_H

#include "exchange/persist_call.h"

/* Before the variables are made: with ScriptLog, adds the one by which
 * persist-cgi-host sends what a failed program has written. The program does
 * not find it. */
void persist_cgi_log_ask(persist_call_t *call);

/* After the variables have been made: takes that one away, since error pages
 * get the variables of the request that failed. */
void persist_cgi_log_asked(persist_call_t *call);

/* For a RESPONSE with WIRE_FAILED, whose body is the program's output: with
 * ScriptLog, adds a record to the file, unless that is longer than
 * ScriptLogLength. Logs an error if the file can't be written. */
void persist_cgi_log_write(const persist_call_t *call,
                           const wire_response_t *response);

#endif /* PERSIST_CGI_LOG_H */
