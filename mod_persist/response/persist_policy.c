/* SPDX-License-Identifier: Apache-2.0 */
/* persist_policy.c: headers that keep a page of ours from doing harm. */

#include "response/persist_policy.h"

#include <apr_general.h>
#include <apr_strings.h>

#define NONCE_BYTES 16

void persist_policy_keep_private(request_rec *r)
{
    apr_table_setn(r->headers_out, "Cache-Control", "no-store");
    apr_table_setn(r->headers_out, "X-Content-Type-Options", "nosniff");
    apr_table_setn(r->headers_out, "Referrer-Policy", "no-referrer");
}

const char *persist_policy_nonce(request_rec *r)
{
    unsigned char bytes[NONCE_BYTES];
    char nonce[2 * NONCE_BYTES + 1];
    if (apr_generate_random_bytes(bytes, sizeof(bytes)) != APR_SUCCESS)
        return NULL;
    ap_bin2hex(bytes, sizeof(bytes), nonce);
    apr_table_setn(r->headers_out, "Content-Security-Policy",
                   apr_psprintf(r->pool,
                                "default-src 'none'; style-src 'nonce-%s'; "
                                "script-src 'nonce-%s'; connect-src 'self'; "
                                "base-uri 'none'; form-action 'none'; "
                                "frame-ancestors 'none'",
                                nonce, nonce));
    return apr_pstrdup(r->pool, nonce);
}
