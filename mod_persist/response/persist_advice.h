/* SPDX-License-Identifier: Apache-2.0 */
/* persist_advice.h: what docs/errors.md says about the codes, for pages. */

#ifndef PERSIST_ADVICE_H
#define PERSIST_ADVICE_H

#include <apr_pools.h>

/* All of docs/errors.md as an HTML page. @NONCE@ in it stands for the nonce of
 * persist_policy.h. */
extern const char persist_advice_all[];

/* The section of this code, without its heading: cause, and what to do. NULL if
 * there is none. */
const char *persist_advice_html(int code, apr_pool_t *p);

/* The same as plain text. */
const char *persist_advice_text(int code, apr_pool_t *p);

#endif /* PERSIST_ADVICE_H */
