/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_ask.c: asks over HTTP for what only the application can answer, and
 * persistd whether it did. */

#include "doctor/doctor.h"
#include "doctor/doctor_http.h"
#include "doctor/doctor_url.h"

#include "common_clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int doctor_get(doctor_t *d, doctor_answer_t *answer, const char *name)
{
    char url[DOCTOR_URL_MAX + 3 * 256];
    if (doctor_url_add(url, sizeof(url), d->url, name) != 0)
        return -1;
    doctor_http_get(answer, url, d->address, d->who.name[0] ? &d->who : NULL,
                    &d->output);
    return 0;
}

/* A name of which there is no file, so that only an application answers; or
 * the script itself. */
static void name_probe(const doctor_t *d, char *name, size_t size)
{
    if (d->is_app)
        snprintf(name, size, "persistctl-doctor-%" PRIx64,
                 (uint64_t)common_wall_us());
    else
        snprintf(name, size, "%s", doctor_entry_name(d));
}

/* persistd shows pools to root, to httpd's User and to the owner of the file.
 */
static int sees_pools(const doctor_t *d)
{
    struct stat about;
    uid_t user = geteuid();
    if (d->pools.servers == 0)
        return 0;
    return user == 0 || (d->who.name[0] && user == d->who.uid) ||
           (stat(d->entry[0] ? d->entry : d->folder, &about) == 0 &&
            user == about.st_uid);
}

/* A fault of a pool that the request has not met is none of its own: it may be
 * another application's, or one of older settings. */
static void judge(doctor_t *d, const doctor_pool_t *met)
{
    d->facts.reached = met             ? DOCTOR_YES
                       : sees_pools(d) ? DOCTOR_NO
                                       : DOCTOR_MAYBE;
    d->facts.fault = met ? met->fault : 0;
    if (met && !doctor_knows_entry(d))
        doctor_learn_entry(d, met->script);
}

static void ask_pools(const doctor_t *d, doctor_pools_t *pools)
{
    doctor_pools_ask(pools, d->options->runtime_dir, d->folder,
                     doctor_knows_entry(d) ? d->entry : "");
}

static void request(doctor_t *d)
{
    char name[256];
    doctor_pools_t before;
    doctor_answer_t answer = {.status = 0};
    name_probe(d, name, sizeof(name));
    ask_pools(d, &before);
    doctor_get(d, &answer, name);
    d->facts.status = answer.status;
    d->facts.late = answer.late;
    ask_pools(d, &d->pools);
    judge(d, doctor_pools_met(&before, &d->pools));
    doctor_pools_clear(&before);
}

void doctor_ask(doctor_t *d)
{
    d->facts.reached = DOCTOR_MAYBE;
    if (d->url[0] && (d->is_app || d->entry[0]))
        request(d);
    else
        ask_pools(d, &d->pools);
}

int doctor_serves(const doctor_t *d)
{
    return d->facts.reached == DOCTOR_YES && !d->facts.fault &&
           d->facts.status < 500;
}

void doctor_answer(doctor_t *d)
{
    char link[PATH_MAX];
    doctor_facts_t *facts = &d->facts;
    const doctor_htaccess_t *lines = &d->lines, *more = &d->sections.lines;
    facts->has_lines = doctor_htaccess_runs(lines) ||
                       (!lines->off && doctor_htaccess_runs(more));
    facts->exec_cgi = lines->exec_cgi || more->exec_cgi;
    facts->has_link = doctor_find_link(d, link);
    facts->has_entry = d->entry[0] != '\0';
    facts->is_app = d->is_app;
    doctor_explain(d, doctor_diagnose(facts));
}
