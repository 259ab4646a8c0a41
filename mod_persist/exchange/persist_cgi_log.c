/* SPDX-License-Identifier: Apache-2.0 */
/* persist_cgi_log.c: writes requests that a CGI program has failed into the
 * file of ScriptLog. A record is one write to the end of the file, so that
 * records of several threads and children do not mix. */

#include "exchange/persist_cgi_log.h"
#include "common_program_log.h"

#include <apr_file_io.h>
#include <apr_strings.h>
#include <http_log.h>
#include <string.h>

APLOG_USE_MODULE(persist);

static int is_wanted(const persist_call_t *call)
{
    return call->config.cgi_log && call->config.pool.mode == WIRE_MODE_CGI;
}

void persist_cgi_log_ask(persist_call_t *call)
{
    if (is_wanted(call))
        apr_table_setn(call->r->subprocess_env, COMMON_PROGRAM_LOG, "1");
}

void persist_cgi_log_asked(persist_call_t *call)
{
    if (is_wanted(call))
        apr_table_unset(call->r->subprocess_env, COMMON_PROGRAM_LOG);
}

/* Passwords do not belong in a log. */
static int is_secret(const char *name)
{
    return ap_cstr_casecmp(name, "Authorization") == 0 ||
           ap_cstr_casecmp(name, "Proxy-Authorization") == 0;
}

static const char *headers_of(const request_rec *r)
{
    const apr_array_header_t *headers = apr_table_elts(r->headers_in);
    apr_array_header_t *lines =
        apr_array_make(r->pool, headers->nelts, sizeof(const char *));
    for (int i = 0; i < headers->nelts; i++) {
        const apr_table_entry_t *header =
            &APR_ARRAY_IDX(headers, i, apr_table_entry_t);
        if (!is_secret(header->key))
            APR_ARRAY_PUSH(lines, const char *) = apr_pstrcat(
                r->pool, header->key, ": ", header->val, "\n", NULL);
    }
    return apr_array_pstrcat(r->pool, lines, 0);
}

/* The path is decoded, and may hold line ends. */
static const char *head_of(const request_rec *r, int status)
{
    char now[APR_CTIME_LEN];
    apr_ctime(now, apr_time_now());
    return apr_psprintf(
        r->pool, "%%%% [%s] %s %s%s%s %s\n%%%% %d %s\n%%request\n%s", now,
        r->method, ap_escape_logitem(r->pool, r->uri), r->args ? "?" : "",
        r->args ? ap_escape_logitem(r->pool, r->args) : "", r->protocol, status,
        ap_escape_logitem(r->pool, r->filename), headers_of(r));
}

/* Adds at most `most` bytes between two texts; nothing if there are none. */
static void add(struct iovec *parts, apr_size_t *count, const char *before,
                wire_bytes_t bytes, uint64_t most)
{
    if (bytes.len == 0 || most == 0)
        return;
    parts[(*count)++] = (struct iovec){(void *)before, strlen(before)};
    parts[(*count)++] = (struct iovec){
        (void *)bytes.data, bytes.len < most ? bytes.len : (size_t)most};
    parts[(*count)++] = (struct iovec){(void *)"\n", 1};
}

/* What the program has written follows %stdout as it is, with its header. */
static apr_status_t write_record(const persist_call_t *call,
                                 const wire_response_t *response,
                                 apr_file_t *file)
{
    static const char response_line[] = "%response\n";
    const char *head = head_of(call->r, (int)response->status);
    struct iovec parts[8] = {{(void *)head, strlen(head)}};
    apr_size_t count = 1, written;
    add(parts, &count, "\n", call->body.first, call->config.cgi_log_buffer);
    parts[count++] =
        (struct iovec){(void *)response_line, sizeof(response_line) - 1};
    add(parts, &count, "%stdout\n", response->body, COMMON_PROGRAM_LOG_MAX);
    return apr_file_writev_full(file, parts, count, &written);
}

static int is_full(const persist_call_t *call)
{
    apr_finfo_t info;
    return apr_stat(&info, call->config.cgi_log, APR_FINFO_SIZE,
                    call->r->pool) == APR_SUCCESS &&
           (uint64_t)info.size > call->config.cgi_log_length;
}

void persist_cgi_log_write(const persist_call_t *call,
                           const wire_response_t *response)
{
    request_rec *r = call->r;
    apr_file_t *file;
    if (!is_wanted(call) || is_full(call))
        return;
    apr_status_t rv = apr_file_open(
        &file, call->config.cgi_log, APR_APPEND | APR_WRITE | APR_CREATE,
        APR_UREAD | APR_UWRITE | APR_GREAD, r->pool);
    if (rv == APR_SUCCESS) {
        rv = write_record(call, response, file);
        apr_file_close(file);
    }
    if (rv != APR_SUCCESS)
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                      "ScriptLog: %s can't be written: User must be allowed "
                      "to write it",
                      call->config.cgi_log);
}
