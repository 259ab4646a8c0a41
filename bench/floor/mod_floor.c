/* SPDX-License-Identifier: Apache-2.0 */
/* mod_floor.c: the least work that a handler in httpd's own process can do. All
 * peers are compared with it. "bench-floor" leaves the response to the end of
 * the request; "bench-floor-flush" passes [data, EOS, FLUSH]. */

#include <httpd.h>

#include <http_config.h>
#include <http_protocol.h>
#include <string.h>
#include <util_filter.h>

static int answer(request_rec *r)
{
    int flush = r->handler && !strcmp(r->handler, "bench-floor-flush");
    if (!flush && (!r->handler || strcmp(r->handler, "bench-floor") != 0))
        return DECLINED;
    apr_bucket_alloc_t *alloc = r->connection->bucket_alloc;
    apr_bucket_brigade *out = apr_brigade_create(r->pool, alloc);
    APR_BRIGADE_INSERT_TAIL(out,
                            apr_bucket_immortal_create("hello\n", 6, alloc));
    APR_BRIGADE_INSERT_TAIL(out, apr_bucket_eos_create(alloc));
    if (flush)
        APR_BRIGADE_INSERT_TAIL(out, apr_bucket_flush_create(alloc));
    ap_set_content_type(r, "text/plain");
    return ap_pass_brigade(r->output_filters, out) == APR_SUCCESS ? OK : DONE;
}

static void register_hooks(apr_pool_t *p)
{
    (void)p;
    ap_hook_handler(answer, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(bench_floor) = {STANDARD20_MODULE_STUFF,
                                  .register_hooks = register_hooks};
