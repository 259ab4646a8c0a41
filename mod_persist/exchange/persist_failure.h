/* SPDX-License-Identifier: Apache-2.0 */
/* persist_failure.h: answers in the place of a script that failed. */

#ifndef PERSIST_FAILURE_H
#define PERSIST_FAILURE_H

#include "exchange/persist_call.h"

/* For a response of which nothing has been passed on, and a fault that has been
 * logged. With PersistDebug the author's page is sent; otherwise httpd sends
 * ErrorDocument, or a page with the request's id. The connection is closed if a
 * part of the request's body may be unread: otherwise the core reads all of it
 * before it sends the error. Returns the value for the handler to return. */
int persist_failure_answer(persist_call_t *call, const persist_fault_t *fault,
                           int status);

#endif /* PERSIST_FAILURE_H */
