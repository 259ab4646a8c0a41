/* SPDX-License-Identifier: Apache-2.0 */
/* persist_script_fault.h: a script that failed and whose SDK has answered in
 * its place: RESPONSE with WIRE_FAILED. */

#ifndef PERSIST_SCRIPT_FAULT_H
#define PERSIST_SCRIPT_FAULT_H

#include "exchange/persist_call.h"

/* For a RESPONSE with WIRE_FAILED, before anything else is done with it: logs
 * the fault. httpd answers instead. Returns 0, or -1 if the flag does not fit
 * the response. */
int persist_script_fault_take(persist_call_t *call,
                              const wire_response_t *response);

/* When the exchange is over: undoes the SDK's response, and answers in its
 * place. Returns the value for the handler to return. */
int persist_script_fault_answer(persist_call_t *call);

#endif /* PERSIST_SCRIPT_FAULT_H */
