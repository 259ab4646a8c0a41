/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_fetch.c: asks over HTTP for what nobody should get. */

#include "doctor/doctor.h"
#include "doctor/doctor_files.h"
#include "doctor/doctor_http.h"
#include "doctor/doctor_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMPARED 65536
/* The first 16 bytes of a database, with a NUL. */
#define SQLITE "SQLite format 3"

/* The names that were tried, for the reader. */
typedef struct tried {
    FILE *out;
    int count;
    int late; /* no answer came in time: the next one would not, either */
} tried_t;

/* Compares the beginning of a file with what came back. A database may have
 * been written meanwhile. */
static int is_same(const doctor_answer_t *answer, const char *bytes, size_t len)
{
    size_t compared =
        len > sizeof(SQLITE) && memcmp(bytes, SQLITE, sizeof(SQLITE)) == 0
            ? sizeof(SQLITE)
            : len;
    return answer->status >= 200 && answer->status < 300 &&
           answer->len >= compared &&
           memcmp(answer->body, bytes, compared) == 0;
}

/* A file that we may not read can't be compared; it may be httpd's User's own.
 */
static int is_exposed(doctor_t *d, const char *name, tried_t *tried)
{
    static char bytes[COMPARED + 1];
    doctor_answer_t answer;
    long len = doctor_read(d, name, bytes, sizeof(bytes));
    if (len <= 0 || tried->late || doctor_get(d, &answer, name) != 0)
        return 0;
    tried->late = answer.late;
    if (!answer.late)
        fprintf(tried->out, "%s%s", tried->count++ ? ", " : "", name);
    return is_same(&answer, bytes, (size_t)len);
}

static void try(doctor_t *d, const char *name, tried_t *tried)
{
    if (!is_exposed(d, name, tried))
        return;
    d->facts.exposed++;
    doctor_say(DOCTOR_WRONG, "exposed", "%s%s is sent to every visitor", d->url,
               name);
}

static void conclude(const doctor_t *d, const tried_t *tried, const char *names)
{
    if (d->facts.exposed && doctor_serves(d))
        doctor_mend("the application itself sends it, or a rule of httpd's; "
                    "then change every password and key in it");
    else if (d->facts.exposed)
        doctor_mend("first what stands below; then change every password and "
                    "key in these files");
    else if (tried->count > 0)
        doctor_say(DOCTOR_WELL, "exposed", "none of those tried is sent: %s",
                   names);
    else
        doctor_say(DOCTOR_WARN, "exposed",
                   "no file of the folder could be read and tried");
}

static void try_all(doctor_t *d, tried_t *tried)
{
    doctor_names_t names;
    doctor_names_find(&names, d);
    for (size_t i = 0; i < names.count; i++)
        try(d, names.list[i], tried);
    doctor_names_clear(&names);
}

void doctor_secrets(doctor_t *d)
{
    char *names = NULL;
    size_t size;
    tried_t tried = {.out = open_memstream(&names, &size)};
    if (!tried.out)
        return;
    try_all(d, &tried);
    if (fclose(tried.out) == 0)
        conclude(d, &tried, names);
    free(names);
}
