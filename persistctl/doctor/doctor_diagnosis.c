/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_diagnosis.c: reads the status as httpd's modules mean it. */

#include "doctor/doctor_diagnosis.h"

static doctor_cause_t no_lines(const doctor_facts_t *facts)
{
    return facts->is_app ? DOCTOR_NO_LINES : DOCTOR_NO_HANDLER;
}

/* The answer is httpd's own, or a file: the lines have no effect. */
static doctor_cause_t why_ignored(const doctor_facts_t *facts)
{
    if (!facts->has_lines)
        return no_lines(facts);
    if (facts->module == DOCTOR_NO)
        return DOCTOR_NO_MODULE;
    return facts->exposed ? DOCTOR_IGNORED : DOCTOR_ELSEWHERE;
}

/* httpd ends a request with 500 for a line of .htaccess that it does not know,
 * or that is not allowed. */
static doctor_cause_t why_500(const doctor_facts_t *facts)
{
    if (facts->module == DOCTOR_NO)
        return DOCTOR_NO_MODULE;
    return facts->has_entry || !facts->has_lines ? DOCTOR_LINE_REFUSED
                                                 : DOCTOR_NO_ENTRY;
}

static doctor_cause_t why_403(const doctor_facts_t *facts)
{
    if (facts->closed)
        return DOCTOR_CLOSED;
    if (!facts->has_lines)
        return no_lines(facts);
    if (!facts->exec_cgi)
        return DOCTOR_NO_EXEC_CGI;
    return facts->has_link ? DOCTOR_LINK_REFUSED : DOCTOR_FORBIDDEN;
}

static doctor_cause_t why_404(const doctor_facts_t *facts)
{
    int runs = facts->module != DOCTOR_NO && facts->has_lines;
    return runs && !facts->has_entry ? DOCTOR_NO_ENTRY : why_ignored(facts);
}

/* An answer like an application's, while we cannot see whether it was one. */
static doctor_cause_t why_else(const doctor_facts_t *facts)
{
    if (facts->reached == DOCTOR_MAYBE && facts->module != DOCTOR_NO &&
        facts->has_lines)
        return DOCTOR_UNSEEN;
    return why_ignored(facts);
}

doctor_cause_t doctor_diagnose(const doctor_facts_t *facts)
{
    if (facts->fault && (facts->late || facts->status >= 500))
        return DOCTOR_START_FAILED;
    if (facts->status == 0)
        return facts->late ? DOCTOR_LATE : DOCTOR_NO_ANSWER;
    if (facts->reached == DOCTOR_YES)
        return DOCTOR_REACHED;
    if (facts->exposed)
        return why_ignored(facts);
    switch (facts->status) {
    case 401:
        return DOCTOR_PASSWORD;
    case 403:
        return why_403(facts);
    case 404:
        return facts->reached == DOCTOR_MAYBE ? why_else(facts)
                                              : why_404(facts);
    case 500:
        return why_500(facts);
    case 502:
    case 503:
    case 504:
        return facts->module == DOCTOR_YES ? DOCTOR_START_FAILED
                                           : DOCTOR_BAD_GATEWAY;
    default:
        return why_else(facts);
    }
}
