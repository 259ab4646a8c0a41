/* SPDX-License-Identifier: Apache-2.0 */
/* persist_child_ask.c: questions of an httpd child to persistd. */

#include <httpd.h> /* before all other headers of httpd */

#include "lifecycle/persist_ask.h"
#include "lifecycle/persist_child_ask.h"

#include "common_clock.h"
#include "slots_index.h"
#include "wire_fault.h"

#include <apr_strings.h>
#include <string.h>

/* the longest report that is taken from persistd */
#define REPORT_MAX (16u << 20)

/* persistd stamps the table each second, so it has missed at least two
 * stamps. */
#define HANGING_US (3 * 1000000)

/* Where the answer to ENSURE goes. */
typedef struct ensured {
    const slots_table_t *table;
    apr_pool_t *p;
    int fault;
    uint32_t pool;
    uint64_t generation, retry_ms;
    const char *text;
} ensured_t;

/* The pool comes from a peer, so it is checked against this child's table. */
static int take_ensured(void *context, const wire_message_t *message)
{
    const wire_ensured_t *answer = &message->as.ensured;
    ensured_t *ensured = context;
    if (message->kind != WIRE_ENSURED || answer->fault > 9999 ||
        (!answer->fault && answer->pool >= ensured->table->sizes.pools))
        return -1;
    ensured->fault = (int)answer->fault;
    ensured->pool = (uint32_t)answer->pool;
    ensured->generation = answer->generation;
    ensured->retry_ms = answer->retry_ms;
    ensured->text = apr_pstrmemdup(ensured->p, (const char *)answer->text.data,
                                   answer->text.len);
    return 0;
}

/* Sets the fault that the result of persist_ask() stands for. If an answer came
 * it has set the fault already. */
static void judge(ensured_t *ensured, int result)
{
    if (result > 0)
        ensured->fault = result == PERSIST_ASK_SILENT ? WIRE_FAULT_HANGS
                                                      : WIRE_FAULT_NO_PERSISTD;
    if (result == PERSIST_ASK_UNABLE)
        ensured->text = "it was not asked, because this child of httpd has no "
                        "descriptor left (open files: ulimit -n, LimitNOFILE "
                        "of systemd)";
    if (result < 0) {
        ensured->fault = WIRE_FAULT_DEFINITION;
        ensured->text = apr_pstrcat(
            ensured->p, "PersistEnv and the rest do not fit one message: ",
            wire_error_text(result), NULL);
    }
}

int persist_child_hangs(const persist_child_t *child)
{
    return slots_silence(&child->table, common_now_us()) > HANGING_US;
}

int persist_child_ensure(persist_child_t *child, const wire_ensure_t *ensure,
                         apr_interval_time_t timeout, apr_pool_t *p,
                         uint32_t *pool, uint64_t *generation,
                         uint64_t *retry_ms, const char **text)
{
    ensured_t ensured = {.table = &child->table,
                         .p = p,
                         .fault = WIRE_FAULT_NO_PERSISTD,
                         .text = "persistd did not answer"};
    judge(&ensured,
          persist_ask(child->instance, child->token, WIRE_ENSURE, ensure,
                      common_now_us() + timeout, take_ensured, &ensured));
    if (!ensured.fault &&
        !slots_index_is(&child->table, ensured.pool, ensured.generation))
        persist_child_doubt(); /* persistd has another table */
    *pool = ensured.pool;
    *generation = ensured.generation;
    *retry_ms = ensured.retry_ms;
    *text = ensured.text;
    return ensured.fault;
}

/* The report so far, in a buffer of p that grows. */
typedef struct report {
    apr_pool_t *p;
    char *bytes; /* with a NUL after len bytes */
    size_t len, size;
} report_t;

static int take_report(void *context, const wire_message_t *message)
{
    const wire_report_t *part = &message->as.report;
    report_t *report = context;
    size_t need;
    if (message->kind != WIRE_REPORT ||
        part->bytes.len > REPORT_MAX - report->len)
        return -1;
    need = report->len + part->bytes.len + 1;
    if (need > report->size) {
        char *larger = apr_palloc(report->p, need * 2);
        memcpy(larger, report->bytes, report->len);
        report->bytes = larger;
        report->size = need * 2;
    }
    memcpy(report->bytes + report->len, part->bytes.data, part->bytes.len);
    report->len = need - 1;
    report->bytes[report->len] = '\0';
    return part->last ? 0 : 1;
}

const char *persist_child_report(persist_child_t *child, int format,
                                 const char *below, uint64_t lines,
                                 uint64_t whose, apr_interval_time_t timeout,
                                 apr_pool_t *p)
{
    const wire_status_t question = {
        .format = (uint64_t)format,
        .path = {(const uint8_t *)below, below ? strlen(below) : 0},
        .lines = lines,
        .whose = whose,
    };
    const apr_interval_time_t patience =
        persist_child_hangs(child) && timeout > PERSIST_CHILD_GLANCE
            ? PERSIST_CHILD_GLANCE
            : timeout;
    report_t report = {.p = p, .bytes = apr_pstrdup(p, ""), .size = 1};
    if (persist_ask(child->instance, child->token, WIRE_STATUS, &question,
                    common_now_us() + patience, take_report, &report) != 0)
        return NULL;
    return report.bytes;
}
