/* SPDX-License-Identifier: Apache-2.0 */
/* persist_policy.h: headers that keep a page of ours from doing harm. */

#ifndef PERSIST_POLICY_H
#define PERSIST_POLICY_H

#include <httpd.h>

/* Adds headers to r->headers_out: no cache keeps the page, no browser guesses
 * its type, and no link tells where it leads from. */
void persist_policy_keep_private(request_rec *r);

/* Lets the page run and style only what carries this request's nonce
 * (Content-Security-Policy, level 2), so that text which was not escaped by
 * mistake could do nothing. Returns the nonce, or NULL without random bytes;
 * then no page may be sent. */
const char *persist_policy_nonce(request_rec *r);

#endif /* PERSIST_POLICY_H */
