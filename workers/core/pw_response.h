/* SPDX-License-Identifier: Apache-2.0 */
/* pw_response.h: the state of a response, and its end when the script gives the
 * request back. */

#ifndef PW_RESPONSE_H
#define PW_RESPONSE_H

#include "persist/worker.h"
#include "pw_request.h"

/* Returns 1 if the response is in the state answer (PW_ASKED or PW_ANSWERING).
 * Else returns 0 with errno EPIPE (the client has gone), EINVAL (it was not
 * started) or EALREADY (it was started or ended before). */
int pw_response_is_at(const persist_request_t *request, enum pw_answer answer);

/* Ends a request that the script gives back: one without a response gets a 500,
 * a response without its end is aborted. Then frees what belongs to the
 * request. */
void pw_response_close(persist_request_t *request);

#endif /* PW_RESPONSE_H */
