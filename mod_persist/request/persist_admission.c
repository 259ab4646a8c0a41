/* SPDX-License-Identifier: Apache-2.0 */
/* persist_admission.c: may this file be run for this request? */

#include "request/persist_admission.h"
#include "app/persist_launch.h"
#include "app/persist_permit.h"
#include "app/persist_route.h"
#include "config/persist_config_handler.h"
#include "wire_fault.h"

#include <apr_strings.h>
#include <http_core.h>
#include <http_protocol.h>
#include <http_request.h>
#include <string.h>
#include <unixd.h>

#define ANY_EXECUTE                                                            \
    (APR_FPROT_UEXECUTE | APR_FPROT_GEXECUTE | APR_FPROT_WEXECUTE)

int persist_admission_is_ours(const request_rec *r)
{
    return persist_config_handler_is(r, "persist-script") ||
           persist_route_is_app(r);
}

/* True if suexec would run a CGI script as a user of its own. A worker must not
 * run that code as the shared user. */
static int has_suexec_identity(request_rec *r)
{
    return ap_unixd_config.suexec_enabled && ap_run_get_suexec_identity(r);
}

/* mod_userdir sets an identity for each URL that it maps. Where it keeps the
 * user's name differs among versions of httpd; all of them set this prefix. */
static const char *suexec_reason(request_rec *r)
{
    const char *prefix = ap_context_prefix(r);
    if (strncmp(prefix, "/~", 2) != 0)
        return "SuexecUserGroup is set here; take it away, or use another "
               "handler";
    return apr_psprintf(r->pool,
                        "mod_userdir sets that for %s; Suexec Off ends it, or "
                        "use an Alias to the directory",
                        prefix);
}

/* True if the file is executed, and not given to an interpreter. */
static int starts_itself(const persist_dir_config_t *config,
                         const apr_array_header_t *interpreter)
{
    return !interpreter || (config->pool.mode == WIRE_MODE_CGI &&
                            interpreter->nelts == 1 /* persist-cgi-host */);
}

/* True if the request's file is an application's. httpd has looked at the way
 * to what the URL names, and that need not be the way to this file. */
static int is_entry(const request_rec *r)
{
    return persist_route_is_app(r) && persist_route_mount(r);
}

static int place_fault(request_rec *r, persist_fault_t *fault)
{
    allow_options_t options = ap_allow_options(r);
    const char *why = is_entry(r) ? persist_permit_refuses(r, &options) : NULL;
    if (why)
        return persist_fault_set(fault, WIRE_FAULT_ENTRY_REFUSED, why);
    if (!(options & OPT_EXECCGI))
        return persist_fault_set(fault, WIRE_FAULT_NO_EXECCGI, NULL);
    return 0;
}

static int file_fault(request_rec *r, const persist_dir_config_t *config,
                      const apr_array_header_t *interpreter)
{
    if (!interpreter && persist_route_is_app(r))
        return WIRE_FAULT_NO_APPLICATION;
    if (r->finfo.filetype == APR_NOFILE)
        return WIRE_FAULT_NOT_FOUND;
    if (r->finfo.filetype != APR_REG)
        return WIRE_FAULT_NOT_REGULAR;
    if (starts_itself(config, interpreter) &&
        !(r->finfo.protection & ANY_EXECUTE))
        return WIRE_FAULT_NOT_EXECUTABLE;
    return WIRE_FAULT_NONE;
}

static const char *detail(const request_rec *r, int code)
{
    return code == WIRE_FAULT_NO_APPLICATION ? persist_launch_missing(r) : NULL;
}

int persist_admission_check(request_rec *r, const persist_dir_config_t *config,
                            const apr_array_header_t **interpreter,
                            persist_fault_t *fault)
{
    if (!r->filename) /* another module has handled the URL */
        return persist_fault_set(fault, WIRE_FAULT_NOT_FOUND, NULL);
    const apr_array_header_t *found =
        persist_route_is_app(r) ? persist_launch_application(r, config)
                                : persist_launch_script(r, config);
    int code = place_fault(r, fault);
    if (code)
        return code;
    code = file_fault(r, config, found);
    if (code)
        return persist_fault_set(fault, code, detail(r, code));
    if (r->used_path_info == AP_REQ_REJECT_PATH_INFO && r->path_info &&
        *r->path_info)
        return persist_fault_set(fault, WIRE_FAULT_PATH_INFO, r->path_info);
    if (has_suexec_identity(r))
        return persist_fault_set(fault, WIRE_FAULT_SUEXEC, suexec_reason(r));
    *interpreter = found;
    return 0;
}
