/* SPDX-License-Identifier: Apache-2.0 */
/* persist_variables.c: the variables that a CGI script finds in its
 * environment, as the field of REQUEST that carries them. */

#include "request/persist_variables.h"
#include "app/persist_route.h"
#include "request/persist_env_block.h"
#include "request/persist_translated.h"
#include "wire_fault.h"
#include "wire_limits.h"

#include <apr_strings.h>
#include <util_script.h>

static void set_length(request_rec *r, const persist_body_t *body)
{
    apr_off_t length = persist_body_length(body);
    if (length == PERSIST_LENGTH_UNKNOWN)
        apr_table_unset(r->subprocess_env, "CONTENT_LENGTH");
    else if (length >= 0)
        apr_table_setn(r->subprocess_env, "CONTENT_LENGTH",
                       apr_off_t_toa(r->pool, length));
}

/* A body that has been read to its end has a length, and its chunks are gone.
 * An application that believes the header would look for them in the bytes. */
static void drop_coding(request_rec *r, const persist_body_t *body)
{
    if (body->eos && apr_table_get(r->headers_in, "Transfer-Encoding"))
        apr_table_unset(r->subprocess_env, "HTTP_TRANSFER_ENCODING");
}

/* httpd takes PATH_INFO from the end of the URL, which leaves a rule's
 * "app.wsgi" in SCRIPT_NAME. */
static void set_mount(request_rec *r)
{
    if (persist_route_is_app(r))
        apr_table_setn(r->subprocess_env, "SCRIPT_NAME",
                       persist_route_mount(r));
}

int persist_variables_make(request_rec *r, const persist_body_t *body,
                           wire_bytes_t *variables, persist_fault_t *fault)
{
    ap_add_common_vars(r);
    persist_translated_add_cgi_vars(r);
    set_mount(r);
    set_length(r, body);
    drop_coding(r, body);
    size_t length = persist_env_block_make(
        r->subprocess_env, WIRE_VARIABLES_MAX, r->pool, variables);
    if (length > WIRE_VARIABLES_MAX)
        return persist_fault_set(
            fault, WIRE_FAULT_VARIABLES_LIMIT,
            apr_psprintf(r->pool, "%" APR_SIZE_T_FMT " bytes", length));
    return 0;
}
