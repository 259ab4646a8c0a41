/* SPDX-License-Identifier: Apache-2.0 */
/* persist_variables.c: what a CGI script finds in its environment, as the one
 * field of REQUEST that carries it. */

#include "persist_variables.h"
#include "wire_fault.h"
#include "wire_limits.h"

#include <apr_lib.h>
#include <apr_strings.h>
#include <string.h>
#include <util_script.h>

static void set_content_length(request_rec *r, apr_off_t length)
{
    if (length == PERSIST_LENGTH_UNKNOWN)
        apr_table_unset(r->subprocess_env, "CONTENT_LENGTH");
    else if (length >= 0)
        apr_table_setn(r->subprocess_env, "CONTENT_LENGTH",
                       apr_off_t_toa(r->pool, length));
}

static size_t block_length(const apr_array_header_t *variables)
{
    const apr_table_entry_t *entry = (const apr_table_entry_t *)variables->elts;
    size_t length = 0;
    for (int i = 0; i < variables->nelts; i++)
        if (entry[i].key && *entry[i].key)
            length += strlen(entry[i].key) + strlen(entry[i].val) + 2;
    return length;
}

/* Copies a name as a CGI script would see it: letters, digits and "_" only. */
static char *put_name(char *at, const char *name)
{
    if (apr_isdigit(*name)) {
        *at++ = '_';
        name++;
    }
    for (; *name; name++)
        *at++ = apr_isalnum(*name) ? *name : '_';
    *at++ = '\0';
    return at;
}

static void fill_block(char *at, const apr_array_header_t *variables)
{
    const apr_table_entry_t *entry = (const apr_table_entry_t *)variables->elts;
    for (int i = 0; i < variables->nelts; i++) {
        if (!entry[i].key || !*entry[i].key)
            continue;
        at = put_name(at, entry[i].key);
        size_t length = strlen(entry[i].val) + 1;
        memcpy(at, entry[i].val, length);
        at += length;
    }
}

int persist_variables_make(request_rec *r, apr_off_t content_length,
                           wire_bytes_t *variables, persist_fault_t *fault)
{
    ap_add_common_vars(r);
    ap_add_cgi_vars(r);
    set_content_length(r, content_length);
    const apr_array_header_t *all = apr_table_elts(r->subprocess_env);
    size_t length = block_length(all);
    if (length > WIRE_VARIABLES_MAX)
        return persist_fault_set(
            fault, WIRE_FAULT_VARIABLES_LIMIT,
            apr_psprintf(r->pool, "%" APR_SIZE_T_FMT " bytes", length));
    char *block = apr_palloc(r->pool, length);
    fill_block(block, all);
    *variables = (wire_bytes_t){(const uint8_t *)block, length};
    return 0;
}
