/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_offer.c: reads sources in Python for what PersistApp could name, and
 * for a server of their own, which no worker may run. */

#include "doctor/doctor.h"
#include "doctor/doctor_report.h"

#include "common_shell.h"

#include <stdio.h>
#include <string.h>

enum { SOURCE_MAX = 256 * 1024 };

/* Names that tutorials use, of which PersistApp auto looks for the first ones.
 */
static const char *const usual[] = {"app.py", "main.py", "application.py",
                                    "server.py", "run.py"};

/* Returns 0, or -1 if there is no such file, or one that calls the SDK. */
static int read_source(const doctor_t *d, const char *name,
                       doctor_source_t *source)
{
    static char text[SOURCE_MAX];
    if (doctor_read(d, name, text, sizeof(text)) < 0 ||
        strstr(text, "persist_worker"))
        return -1;
    doctor_source_read(source, text);
    return 0;
}

/* "site/app.py" and "app" become "site.app:app". */
static int make_offer(const char *name, const char *object, char *offer,
                      size_t size)
{
    size_t len = strlen(name);
    if (!object[0] || len < 4 || strcmp(name + len - 3, ".py") != 0)
        return -1;
    int written = snprintf(offer, size, "%.*s:%s", (int)len - 3, name, object);
    for (char *at = offer; (at = strchr(at, '/')) != NULL;)
        *at = '.';
    return written < (int)size ? 0 : -1;
}

static void offer_of(const doctor_t *d, char *offer, size_t size)
{
    doctor_source_t source;
    for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
        if (read_source(d, usual[i], &source) == 0 &&
            make_offer(usual[i], source.object, offer, size) == 0)
            return;
    offer[0] = '\0';
}

/* Names what PersistApp should name, where it stands. */
static void advise(const doctor_t *d, const char *offer, const char *why)
{
    if (doctor_is_configured(d))
        doctor_mend("PersistApp %s in httpd's configuration, in <Directory "
                    "\"%s\">%s",
                    offer, d->folder, why);
    else
        doctor_mend("PersistApp %s in %s/.htaccess%s", offer,
                    common_shell_quote(d->folder), why);
}

void doctor_offer(const doctor_t *d)
{
    char offer[DOCTOR_OFFER_MAX];
    const char *app = doctor_app(d);
    if (app && strcmp(app, "auto") != 0)
        doctor_say(DOCTOR_WRONG, "application",
                   "PersistApp %s: there is no such file in %s", app,
                   d->folder);
    else
        doctor_say(DOCTOR_WRONG, "application",
                   "%s has none of the files that PersistApp looks for",
                   d->folder);
    offer_of(d, offer, sizeof(offer));
    if (offer[0])
        advise(d, offer, "");
    else
        doctor_mend("name it app.wsgi, app.py, config.ru or app.js, or "
                    "PersistApp FILE in .htaccess");
}

static void mend_server(const doctor_t *d, const doctor_source_t *source)
{
    char offer[DOCTOR_OFFER_MAX];
    int is_program = doctor_starts_itself(d);
    if (source->server == DOCTOR_SERVER_ALWAYS)
        doctor_mend("put %s below the line: if __name__ == \"__main__\":",
                    source->call);
    if (is_program && make_offer(doctor_entry_name(d), source->object, offer,
                                 sizeof(offer)) == 0)
        advise(d, offer,
               ", by which the file is loaded and not run as a program");
    else if (is_program)
        doctor_mend("call each_request in place of it: docs/sdks.md#the-loop");
}

int doctor_own_server(const doctor_t *d)
{
    doctor_source_t source;
    if (read_source(d, doctor_entry_name(d), &source) != 0 ||
        source.server == DOCTOR_SERVER_NONE ||
        (source.server == DOCTOR_SERVER_MAIN && !doctor_starts_itself(d)))
        return 0;
    doctor_say(DOCTOR_WARN, "server",
               "%s calls %s and waits for visitors at a port of its own, so "
               "no worker gets ready",
               d->entry, source.call);
    mend_server(d, &source);
    return -1;
}
