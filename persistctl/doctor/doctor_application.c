/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_application.c: loads the application, in a worker's environment and as
 * httpd's User where we may, and lets the SDK tell its version. */

#include "ctl_shell.h"
#include "doctor/doctor.h"
#include "doctor/doctor_report.h"
#include "doctor/doctor_shebang.h"

#include "common_shell.h"
#include "persist_build.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECONDS 60
/* Arguments of the SDK's terminal mode. The first loads, and answers nothing.
 */
#define CHECK "--check"
#define SHOW "--get"

enum { WORDS_MAX = 32 };

static const char *persist_app(void)
{
    const char *program = getenv("PERSIST_APP");
    return program ? program : PERSIST_LIBEXECDIR "/persist-app";
}

/* persist-app --folder FOLDER [--fallback WORD]… [--object OBJECT | --auto]
 * ENTRY. It is not asked for a file that starts itself. */
static void by_runner(const doctor_t *d, const char *argument,
                      const char **words)
{
    const char *const *interpreter = doctor_interpreter(d);
    *words++ = persist_app();
    *words++ = "--folder";
    *words++ = d->folder;
    for (; interpreter && *interpreter; interpreter++) {
        *words++ = "--fallback";
        *words++ = *interpreter;
    }
    if (d->object) {
        *words++ = "--object";
        *words++ = d->object;
    } else if (d->is_app) {
        *words++ = "--auto";
    }
    *words++ = d->entry;
    *words++ = argument;
    *words = NULL;
}

static void make_command(const doctor_t *d, const char *argument,
                         const char *words[WORDS_MAX])
{
    if (!doctor_starts_itself(d)) {
        by_runner(d, argument, words);
        return;
    }
    const char *const *interpreter = doctor_interpreter(d);
    while (interpreter && *interpreter)
        *words++ = *interpreter++;
    *words++ = d->entry;
    *words++ = argument;
    *words = NULL;
}

/* Writes the interpreter that .htaccess or the first line names, or the entry
 * file itself. */
static void name_program(const doctor_t *d, char name[PATH_MAX])
{
    char text[1024], program[PATH_MAX] = "", through[PATH_MAX] = "";
    const char *const *interpreter = doctor_interpreter(d);
    if (doctor_read(d, doctor_entry_name(d), text, sizeof(text)) >= 0)
        doctor_shebang_read(text, program, through);
    snprintf(name, PATH_MAX, "%s",
             interpreter  ? interpreter[0]
             : through[0] ? through
             : program[0] ? program
                          : d->entry);
}

/* Other languages' programs may take the argument for something else. */
static int knows_check(const char *program)
{
    return strstr(program, "python") || strstr(program, "ruby") ||
           strstr(program, "pypy");
}

static int load(doctor_t *d)
{
    const char *words[WORDS_MAX];
    make_command(d, CHECK, words);
    return doctor_run_as_worker(d, words, SECONDS);
}

/* Returns the last line that is not empty, and cuts it off. */
static const char *last_line(doctor_output_t *output)
{
    while (output->len > 0 && strchr("\r\n ", output->bytes[output->len - 1]))
        output->bytes[--output->len] = '\0';
    const char *line = strrchr(output->bytes, '\n');
    return line ? line + 1 : output->bytes;
}

/* Returns "persist_worker 0.9.1 …", or NULL where the SDK has not said it: then
 * the program has not come as far as its requests. */
static const char *version_line(doctor_output_t *output)
{
    char *line = strstr(output->bytes, "persist_worker ");
    if (line)
        line[strcspn(line, "\r\n")] = '\0';
    return line;
}

/* A worker may have what we have not: variables of the server's configuration,
 * or the rights of httpd's User. */
static doctor_verdict_t verdict_of(const doctor_t *d, doctor_verdict_t verdict)
{
    return doctor_serves(d) ? DOCTOR_WARN : verdict;
}

static void compare(const doctor_t *d, const char *line)
{
    char version[64];
    if (sscanf(line, "persist_worker %63s", version) == 1 &&
        strcmp(version, PERSIST_VERSION) == 0)
        doctor_say(DOCTOR_WELL, "SDK", "%s", line);
    else {
        doctor_say(verdict_of(d, DOCTOR_WRONG), "SDK",
                   "%s, and the server has %s", line, PERSIST_VERSION);
        doctor_mend("pip install persist-worker==%s, or gem install "
                    "persist_worker -v %s",
                    PERSIST_VERSION, PERSIST_VERSION);
    }
}

static void mend_end(const doctor_t *d)
{
    if (doctor_starts_itself(d))
        doctor_mend("call each_request in it: docs/sdks.md#the-loop");
    else
        doctor_mend("%s must not end, nor start another interpreter by "
                    "os.execl(): PersistInterpreter names one",
                    doctor_entry_name(d));
}

static void mend(const doctor_t *d)
{
    const char *words[WORDS_MAX];
    char line[2 * PATH_MAX] = "";
    make_command(d, SHOW, words);
    for (int i = 0; words[i]; i++) {
        size_t len = strlen(line);
        snprintf(line + len, sizeof(line) - len, "%s ",
                 common_shell_quote(words[i]));
    }
    doctor_mend("%s%s/ shows the traceback",
                d->who.name[0] ? ctl_shell_as(d->who.uid) : "", line);
}

static void blame(doctor_t *d, int status)
{
    doctor_verdict_t verdict = verdict_of(d, DOCTOR_WRONG);
    if (status == -1 && errno == ETIMEDOUT)
        doctor_say(verdict, "load", "it has not loaded after %d s", SECONDS);
    else if (status == 0)
        doctor_say(verdict, "load", "it ends and has not asked for a request");
    else if (status == 127 && !d->output.len)
        doctor_say(verdict_of(d, DOCTOR_UNKNOWN), "load", "%s is not there",
                   persist_app());
    else if (!d->output.len)
        doctor_say(verdict, "load", "it ends with status %d", status);
    else
        doctor_say(verdict, "load", "%s", last_line(&d->output));
    if (status == 0)
        mend_end(d);
    else
        mend(d);
    if (verdict == DOCTOR_WARN)
        doctor_mend("or nothing: it runs as a worker, which may have more "
                    "variables (PersistEnv) and rights");
}

/* Of root it is known already that User is not known. */
static void refuse(const doctor_t *d, const char *where)
{
    if (geteuid() == 0)
        return;
    doctor_say(verdict_of(d, DOCTOR_UNKNOWN), "load",
               "%s is another user's, or another user can change it: nothing "
               "of the folder was run",
               where);
    doctor_mend("persistctl doctor %s, as its owner, when nobody else can, or "
                "as root",
                common_shell_quote(d->folder));
}

void doctor_application(doctor_t *d)
{
    char program[PATH_MAX], where[PATH_MAX];
    name_program(d, program);
    if (doctor_starts_itself(d) && !knows_check(program))
        return;
    if (!doctor_may_run(d, program, where)) {
        refuse(d, where);
        return;
    }
    if (d->facts.closed && geteuid() == 0)
        return; /* the same obstacle again */
    int status = load(d);
    const char *line = status == 0 ? version_line(&d->output) : NULL;
    if (!line) {
        blame(d, status);
        return;
    }
    doctor_say(DOCTOR_WELL, "load", "the application loads%s%s",
               geteuid() == 0 && d->who.name[0] ? " as " : "",
               geteuid() == 0 ? d->who.name : "");
    compare(d, line);
}
