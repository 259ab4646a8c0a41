/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_explain.c: each cause in words, with what mends it. */

#include "doctor/doctor.h"
#include "doctor/doctor_mend.h"
#include "doctor/doctor_report.h"

#include "common_shell.h"

#include <string.h>

#define ALLOW                                                                  \
    "in httpd's configuration, in <Directory \"@\">: AllowOverride FileInfo "  \
    "Options=ExecCGI"

typedef struct explanation {
    doctor_cause_t cause;
    doctor_verdict_t verdict;
    const char *subject, *what;
    /* @: the folder, %: the entry file, or the folder if there is none. With
     * "~": a command for .htaccess, as doctor_mend_file() takes it */
    const char *mends[2];
} explanation_t;

static const explanation_t explanations[] = {
    {DOCTOR_NO_ANSWER,
     DOCTOR_WRONG,
     "URL",
     "no server answers there",
     {"sudo apachectl start; or name the folder's URL: persistctl doctor @ "
      "--url http://HOST/PATH/"}},
    {DOCTOR_LATE,
     DOCTOR_WRONG,
     "URL",
     "no answer comes in time: the application loads slowly, or hangs",
     {"persistctl status % shows whether its worker gets ready, and what it "
      "printed"}},
    {DOCTOR_BAD_GATEWAY,
     DOCTOR_WRONG,
     "URL",
     "another server answers, and cannot reach httpd",
     {"sudo apachectl start; or the administrator of the proxy"}},
    {DOCTOR_PASSWORD,
     DOCTOR_UNKNOWN,
     "URL",
     "visitors have to log in first, and so would this check",
     {"for a moment, take Require away in @/.htaccess"}},
    {DOCTOR_CLOSED,
     DOCTOR_WRONG,
     "URL",
     "httpd may not reach the folder",
     {"the line below \"modes\""}},
    {DOCTOR_UNSEEN,
     DOCTOR_UNKNOWN,
     "URL",
     "something answers, but only root and the owner of the file can see "
     "whether it is the application",
     {"sudo persistctl doctor @"}},
    {DOCTOR_NO_MODULE,
     DOCTOR_WRONG,
     "module",
     "httpd has not loaded mod_persist",
     {"sudo a2enmod persist && sudo systemctl restart apache2",
      "elsewhere than on Debian: LoadModule persist_module "
      "modules/mod_persist.so"}},
    {DOCTOR_NO_LINES,
     DOCTOR_WRONG,
     ".htaccess",
     "it does not make the folder an application",
     {"printf 'Options +ExecCGI\\nPersistApp auto\\n' | ~tee -a @"}},
    {DOCTOR_NO_HANDLER,
     DOCTOR_WRONG,
     ".htaccess",
     "it does not make the file a script",
     {"for all files of this extension, in @/.htaccess: Options +ExecCGI, and "
      "SetHandler persist-script in <FilesMatch>"}},
    {DOCTOR_IGNORED,
     DOCTOR_WRONG,
     "AllowOverride",
     "httpd ignores .htaccess here",
     {ALLOW}},
    {DOCTOR_LINE_REFUSED,
     DOCTOR_WRONG,
     ".htaccess",
     "httpd refuses a line of it, and its error log says which",
     {"correct the line, if it is misspelt or has a wrong value",
      "if it is \"not allowed here\": " ALLOW}},
    {DOCTOR_ELSEWHERE,
     DOCTOR_WRONG,
     "URL",
     "it is not this folder's, or httpd ignores .htaccess here",
     {"persistctl doctor @ --url http://HOST/PATH/", ALLOW}},
    {DOCTOR_NO_EXEC_CGI,
     DOCTOR_WRONG,
     "ExecCGI",
     "Options ExecCGI is off",
     {"echo 'Options +ExecCGI' | ~tee -a @"}},
    {DOCTOR_FORBIDDEN,
     DOCTOR_WRONG,
     "ExecCGI",
     "httpd forbids it (403); its error log says why",
     {"Require all granted, and Options +ExecCGI, for @"}},
    {DOCTOR_NO_ENTRY,
     DOCTOR_WRONG,
     "application",
     "PersistApp finds no file",
     {"the line below \"application\""}},
    {DOCTOR_START_FAILED,
     DOCTOR_WRONG,
     "worker",
     "no worker starts",
     {"persistctl status % shows its last words",
      "when they are mended: persistctl start % ends the pause after "
      "failures"}},
};

static const explanation_t *find(doctor_cause_t cause)
{
    for (size_t i = 0; i < sizeof(explanations) / sizeof(explanations[0]); i++)
        if (explanations[i].cause == cause)
            return &explanations[i];
    return NULL;
}

/* A request meets these one after the other, so what comes before the cause is
 * well. */
static void praise(const doctor_t *d, doctor_cause_t cause)
{
    if (cause > DOCTOR_NO_MODULE && d->facts.module == DOCTOR_YES)
        doctor_say(DOCTOR_WELL, "module", "mod_persist is loaded");
    if (cause > DOCTOR_ELSEWHERE && !doctor_is_configured(d))
        doctor_say(DOCTOR_WELL, "AllowOverride",
                   "httpd reads .htaccess and allows its lines");
    if (cause > DOCTOR_FORBIDDEN)
        doctor_say(DOCTOR_WELL, "ExecCGI", "Options ExecCGI is on");
}

/* A page that the application refuses is not our subject; one that fails is. */
static void praise_answer(const doctor_t *d)
{
    if (d->facts.status < 500)
        doctor_say(DOCTOR_WELL, "URL", "the application answers at %s", d->url);
    else {
        doctor_say(DOCTOR_WRONG, "URL", "the application answers %d at %s",
                   d->facts.status, d->url);
        doctor_mend("httpd's error log shows the traceback, and the page does "
                    "with PersistDebug on");
    }
}

static void mend(const doctor_t *d, const char *line)
{
    char path[PATH_MAX];
    size_t len = strcspn(line, "@%");
    if (strchr(line, '~') && doctor_is_configured(d))
        doctor_mend("in httpd's configuration, in <Directory \"%s\">: Options "
                    "+ExecCGI",
                    d->folder);
    else if (strchr(line, '~'))
        doctor_mend_file(doctor_path(d, ".htaccess", path), NULL, line);
    else if (line[len])
        doctor_mend("%.*s%s%s", (int)len, line,
                    common_shell_quote(line[len] == '@' || !d->entry[0]
                                           ? d->folder
                                           : d->entry),
                    line + len + 1);
    else
        doctor_mend("%s", line);
}

void doctor_explain(const doctor_t *d, doctor_cause_t cause)
{
    const explanation_t *explanation = find(cause);
    praise(d, cause);
    if (cause == DOCTOR_LINK_REFUSED) {
        doctor_blame_link(d);
        return;
    }
    if (!explanation) {
        praise_answer(d);
        return;
    }
    if (explanation->cause == DOCTOR_START_FAILED && d->facts.fault)
        doctor_say(explanation->verdict, explanation->subject, "%s (PERSIST%d)",
                   explanation->what, d->facts.fault);
    else
        doctor_say(explanation->verdict, explanation->subject, "%s: %s", d->url,
                   explanation->what);
    for (size_t i = 0; i < 2 && explanation->mends[i]; i++)
        mend(d, explanation->mends[i]);
}
