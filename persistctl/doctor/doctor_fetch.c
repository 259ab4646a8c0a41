/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_fetch.c: asks over HTTP for what nobody should get. */

#include "doctor/doctor.h"
#include "doctor/doctor_http.h"
#include "doctor/doctor_report.h"
#include "doctor/doctor_url.h"

#include <string.h>

#define COMPARED 65536

static const char *const secrets[] = {
    ".env",      ".git/config",       "db.sqlite3",
    "Gemfile",   "requirements.txt",  "config/database.yml",
    "manage.py", "config/master.key",
};

/* Compares the beginning of a file with what came back. A file that we may not
 * read can't be compared; it may be httpd's User's own. */
static int is_exposed(doctor_t *d, const char *name)
{
    static char bytes[COMPARED + 1];
    doctor_answer_t answer;
    long len = doctor_read(d, name, bytes, sizeof(bytes));
    if (len <= 0 || doctor_get(d, &answer, name) != 0)
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
