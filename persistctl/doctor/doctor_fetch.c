/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_fetch.c: asks over HTTP for what nobody should get, and for what only
 * the application can answer. */

#include "doctor/doctor.h"
#include "doctor/doctor_http.h"
#include "doctor/doctor_report.h"
#include "doctor/doctor_url.h"

#include "common_clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COMPARED 65536

static const char *const secrets[] = {
    ".env",      ".git/config",       "db.sqlite3",
    "Gemfile",   "requirements.txt",  "config/database.yml",
    "manage.py", "config/master.key",
};

static int get(doctor_t *d, doctor_answer_t *answer, const char *name)
{
    char url[DOCTOR_URL_MAX + 3 * 256];
    if (doctor_url_add(url, sizeof(url), d->url, name) != 0)
        return -1;
    doctor_http_get(answer, url, d->address, d->who.name[0] ? &d->who : NULL,
                    &d->output);
    return 0;
}

/* Compares the beginning of a file with what came back. A file that we may not
 * read can't be compared; it may be httpd's User's own. */
static int is_exposed(doctor_t *d, const char *name)
{
    static char bytes[COMPARED + 1];
    doctor_answer_t answer;
    long len = doctor_read(d, name, bytes, sizeof(bytes));
    if (len <= 0 || get(d, &answer, name) != 0)
        return 0;
    return answer.status >= 200 && answer.status < 300 &&
           answer.len >= (size_t)len &&
           memcmp(answer.body, bytes, (size_t)len) == 0;
}

static void try(doctor_t *d, const char *name)
{
    if (!is_exposed(d, name))
        return;
    d->facts.exposed++;
    doctor_say(DOCTOR_WRONG, "exposed", "%s%s is sent to every visitor", d->url,
               name);
}

void doctor_secrets(doctor_t *d)
{
    if (d->entry[0])
        try(d, doctor_entry_name(d));
    for (size_t i = 0; i < sizeof(secrets) / sizeof(secrets[0]); i++)
        if (!d->entry[0] || strcmp(secrets[i], doctor_entry_name(d)) != 0)
            try(d, secrets[i]);
    if (d->facts.exposed)
        doctor_mend("first what stands below; then change every password and "
                    "key in these files");
    else
        doctor_say(DOCTOR_WELL, "exposed", "no file of the folder is sent");
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

static doctor_answered_t is_reached(const doctor_t *d, int64_t before)
{
    if (d->pools.requests > before)
        return DOCTOR_YES;
    return sees_pools(d) ? DOCTOR_NO : DOCTOR_MAYBE;
}

static void ask(doctor_t *d)
{
    char name[256];
    doctor_answer_t answer;
    const char *what = d->is_app ? d->folder : d->entry;
    name_probe(d, name, sizeof(name));
    doctor_pools_ask(&d->pools, d->options->runtime_dir, what);
    int64_t before = d->pools.requests;
    answer = (doctor_answer_t){.status = 0};
    get(d, &answer, name);
    d->facts.status = answer.status;
    d->facts.late = answer.late;
    doctor_pools_ask(&d->pools, d->options->runtime_dir, what);
    d->facts.reached = is_reached(d, before);
    d->facts.fault = d->pools.fault;
}

void doctor_answer(doctor_t *d)
{
    doctor_facts_t *facts = &d->facts;
    facts->has_lines =
        d->lines.app || d->lines.lone_handler || d->lines.script_handler;
    facts->exec_cgi = d->lines.exec_cgi;
    facts->has_entry = d->entry[0] != '\0';
    facts->is_app = d->is_app;
    ask(d);
    doctor_explain(d, doctor_diagnose(facts));
}
