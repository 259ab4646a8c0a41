/* SPDX-License-Identifier: Apache-2.0 */
/* persist_script_fault.h: a script that failed and whose SDK has answered in
 * its place: RESPONSE with WIRE_FAILED. */

#ifndef PERSIST_SCRIPT_FAULT_H
#define PERSIST_SCRIPT_FAULT_H

#include "exchange/persist_call.h"

/* Keeps the end of a LOG in call->words, if PersistDebug is on: the last one
 * has the traceback. */
void persist_script_fault_hear(persist_call_t *call, wire_bytes_t text);

/* For a RESPONSE with WIRE_FAILED, before anything else is done with it: logs
 * the fault, and decides whether httpd answers instead. Returns 0, or -1 if the
 * flag does not fit the response. */
int persist_script_fault_take(persist_call_t *call,
                              const wire_response_t *response);

/* When the exchange is over, for a response in whose place httpd answers:
 * undoes it. With PersistDebug the page shows what was kept. Returns the status
 * for the handler to return. */
int persist_script_fault_answer(persist_call_t *call);

#endif /* PERSIST_SCRIPT_FAULT_H */
