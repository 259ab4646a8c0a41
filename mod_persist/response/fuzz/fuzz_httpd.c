/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_httpd.c: the parts of httpd that a fuzz target needs. */

#include "fuzz_httpd.h"
#include "response/persist_fault.h"

#include <apr_strings.h>
#include <http_config.h>
#include <http_log.h>
#include <http_protocol.h>
#include <http_request.h>
#include <stdlib.h>
#include <string.h>

module AP_MODULE_DECLARE_DATA persist_module;

static int verdict;

static apr_status_t let_go(void *memory)
{
    free(memory);
    return APR_SUCCESS;
}

void *fuzz_copy(apr_pool_t *p, const void *bytes, size_t len)
{
    void *copy = malloc(len > 0 ? len : 1);
    if (!copy)
        abort();
    memcpy(copy, bytes, len);
    apr_pool_cleanup_register(p, copy, let_go, apr_pool_cleanup_null);
    return copy;
}

request_rec *fuzz_request(unsigned which, unsigned conditions)
{
    static const int verdicts[] = {OK, HTTP_NOT_MODIFIED,
                                   HTTP_PRECONDITION_FAILED};
    static const struct ap_logconf log = {.level = APLOG_WARNING};
    static int initialized;
    apr_pool_t *p;
    if ((!initialized && apr_initialize() != APR_SUCCESS) ||
        apr_pool_create(&p, NULL) != APR_SUCCESS)
        abort();
    initialized = 1;
    verdict = verdicts[conditions % 3];
    request_rec *r = apr_pcalloc(p, sizeof(*r));
    r->pool = p;
    r->log = &log;
    r->method_number = which & 1 ? M_POST : M_GET;
    r->status = which & 2 ? HTTP_NOT_FOUND : HTTP_OK;
    r->headers_in = apr_table_make(p, 4);
    r->headers_out = apr_table_make(p, 4);
    r->err_headers_out = apr_table_make(p, 4);
    r->trailers_out = apr_table_make(p, 4);
    return r;
}

int persist_fault_set(persist_fault_t *fault, int code, const char *detail)
{
    *fault = (persist_fault_t){.code = code, .detail = detail};
    return code;
}

void ap_set_content_type(request_rec *r, const char *type)
{
    r->content_type = type;
}

void ap_content_type_tolower(char *type)
{
    for (; *type; type++)
        if (*type >= 'A' && *type <= 'Z')
            *type += 'a' - 'A';
}

int ap_cstr_casecmp(const char *one, const char *other)
{
    return strcasecmp(one, other);
}

void ap_update_mtime(request_rec *r, apr_time_t when)
{
    r->mtime = when;
}

void ap_set_last_modified(request_rec *r)
{
    char *text = apr_palloc(r->pool, APR_RFC822_DATE_LEN);
    if (apr_rfc822_date(text, r->mtime) == APR_SUCCESS)
        apr_table_setn(r->headers_out, "Last-Modified", text);
}

const char *ap_get_status_line_ex(apr_pool_t *p, int status)
{
    return apr_psprintf(p, "%i Status %i", status, status);
}

int ap_meets_conditions(request_rec *r)
{
    (void)r;
    return verdict;
}

apr_status_t ap_remove_output_filter_byhandle(ap_filter_t *next,
                                              const char *handle)
{
    (void)next, (void)handle;
    return APR_NOTFOUND;
}

void ap_internal_redirect(const char *path, request_rec *r)
{
    (void)path;
    (void)r;
}

void ap_log_rerror_(const char *file, int line, int module, int level,
                    apr_status_t status, const request_rec *r,
                    const char *format, ...)
{
    (void)file, (void)line, (void)module, (void)level, (void)status;
    (void)r, (void)format;
}
