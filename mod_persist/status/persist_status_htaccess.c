/* SPDX-License-Identifier: Apache-2.0 */
/* persist_status_htaccess.c: persistd does not know how httpd reads its
 * configuration, so httpd puts its own figures behind persistd's. */

#include "status/persist_status_htaccess.h"
#include "htaccess/persist_figures.h"
#include "htaccess/persist_htaccess.h"

#include "wire_message.h"

#include <apr_strings.h>
#include <string.h>

#define METRICS_END "# EOF\n"

/* By persist_figure_t. */
static const struct {
    const char *name;
    const char *type;
    const char *suffix; /* of a sample; OpenMetrics asks for it */
    const char *help;
} about[PERSIST_FIGURES] = {
    {"lent", "counter", "_total",
     ".htaccess files that a request got without reading them."},
    {"stale", "counter", "_total",
     ".htaccess files that were read because they had changed."},
    {"kept", "counter", "_total",
     ".htaccess files that were parsed to be kept."},
    {"refused", "counter", "_total", ".htaccess files that must not be kept."},
    {"evicted", "counter", "_total",
     ".htaccess files that were dropped for want of room."},
    {"entries", "gauge", "", ".htaccess files that all children keep."},
};

static const char *json(apr_pool_t *p, const uint64_t *sums)
{
    const char *off = persist_htaccess_off();
    const char *text =
        apr_pstrcat(p, ",\"htaccess_cache\":{\"on\":", off ? "false" : "true",
                    ",\"why_off\":\"", off ? off : "", "\"", NULL);
    for (int i = 0; i < PERSIST_FIGURES; i++)
        text = apr_psprintf(p, "%s,\"%s\":%" APR_UINT64_T_FMT, text,
                            about[i].name, sums[i]);
    return apr_pstrcat(p, text, "}", NULL);
}

static const char *family(apr_pool_t *p, int i, uint64_t sum)
{
    return apr_psprintf(p,
                        "# TYPE persist_htaccess_%s %s\n"
                        "# HELP persist_htaccess_%s %s\n"
                        "persist_htaccess_%s%s %" APR_UINT64_T_FMT "\n",
                        about[i].name, about[i].type, about[i].name,
                        about[i].help, about[i].name, about[i].suffix, sum);
}

static const char *metrics(apr_pool_t *p, const uint64_t *sums)
{
    const char *text = "";
    for (int i = 0; i < PERSIST_FIGURES; i++)
        text = apr_pstrcat(p, text, family(p, i, sums[i]), NULL);
    return text;
}

static const char *line(apr_pool_t *p, const uint64_t *sums)
{
    const char *text = ".htaccess files:";
    if (persist_htaccess_off())
        return apr_pstrcat(p, text, " not kept: ", persist_htaccess_off(), "\n",
                           NULL);
    for (int i = 0; i < PERSIST_FIGURES; i++)
        text = apr_psprintf(p, "%s%s %" APR_UINT64_T_FMT " %s", text,
                            i ? "," : "", sums[i], about[i].name);
    return apr_pstrcat(p, text, "\n", NULL);
}

/* Puts text in before the report's last `end`. */
static const char *before(const char *report, const char *end, const char *text,
                          apr_pool_t *p)
{
    size_t length = strlen(report), from = strlen(end);
    const char *at = report + length;
    while (at > report && strncmp(at, end, from) != 0)
        at--;
    if (strncmp(at, end, from) != 0)
        return report;
    return apr_pstrcat(p, apr_pstrmemdup(p, report, (size_t)(at - report)),
                       text, at, NULL);
}

const char *persist_status_htaccess_join(const char *report, int format,
                                         apr_pool_t *p)
{
    uint64_t sums[PERSIST_FIGURES];
    persist_figures_sum(sums);
    switch (format) {
    case WIRE_STATUS_JSON:
        return before(report, "}", json(p, sums), p);
    case WIRE_STATUS_METRICS:
        return before(report, METRICS_END, metrics(p, sums), p);
    default:
        return apr_pstrcat(p, report, line(p, sums), NULL);
    }
}
