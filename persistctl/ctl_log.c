/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_log.c: asks which scripts have lines, selects those that are meant, and
 * asks for their lines script by script, so that each report is small. Only
 * lines are shown that were there at the first question: of two scripts, later
 * lines may be in the second one's report alone, and would hide those of the
 * first one the next time. */

#include "ctl_log.h"
#include "ctl_ask.h"
#include "ctl_each.h"
#include "ctl_fields.h"
#include "ctl_file.h"
#include "ctl_log_lines.h"
#include "ctl_log_seen.h"
#include "ctl_print.h"
#include "ctl_scripts.h"

#include "wire_message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PERIOD_SECONDS 1

/* Of all reports together: persistd keeps 16 MiB, and escapes them. Whoever
 * listens in its place must not use up the memory of root. */
#define REPORTS_MAX (256u << 20)

typedef struct watch {
    const ctl_options_t *options;
    const char *path; /* that the name leads to; NULL: none was given */
    char *last;       /* the script whose lines were printed last, or NULL */
    size_t found;     /* lines that were shown */
    ctl_log_seen_t seen;
} watch_t;

/* What one persistd is asked. */
typedef struct round {
    watch_t *watch;
    const char *instance;
    int64_t began;        /* the number from which it counts */
    int64_t after, until; /* the numbers of lines that are shown */
} round_t;

static int ask(const char *instance, const char *script, uint64_t after,
               msgpack_sbuffer *report)
{
    msgpack_sbuffer_init(report);
    int result = ctl_ask_log(instance, script, after, report);
    if (result == 0 && ctl_fields_seal(report) != 0) {
        errno = ENOMEM;
        result = -1;
    }
    return result;
}

/* ---- which scripts ---- */

static int64_t largest_of(const msgpack_sbuffer *heads, const char *name)
{
    ctl_record_t record = NULL;
    int64_t largest = 0;
    while ((record = ctl_fields_next(heads, record)) != NULL)
        if (ctl_fields_number(record, name) > largest)
            largest = ctl_fields_number(record, name);
    return largest;
}

/* Lines may come faster than they are asked for. */
static void say_cut(const char *script)
{
    fputs("persistctl: ", stderr);
    ctl_print(stderr, script, strlen(script));
    fputs(": lines are missing: more came than persistd keeps\n", stderr);
}

/* Returns the names of scripts with new lines. */
static const char **new_scripts(const round_t *round,
                                const msgpack_sbuffer *heads, size_t *count)
{
    ctl_record_t record = NULL;
    const char **scripts = ctl_fields_all(heads, "log", count);
    size_t kept = 0;
    while (scripts && (record = ctl_fields_next(heads, record)) != NULL) {
        const char *script = ctl_fields_text(record, "log");
        if (script && kept < CTL_SCRIPTS_MAX &&
            ctl_fields_number(record, "newest") > round->after)
            scripts[kept++] = script;
    }
    *count = kept;
    return scripts;
}

/* A name may be that of a file or of a folder, and lead over links. */
static void select_named(const watch_t *watch, const char *const *scripts,
                         size_t count, char *found)
{
    ctl_file_same(watch->options->script, scripts, count, found);
    if (!memchr(found, 1, count))
        ctl_file_within(watch->path, scripts, count, found);
}

/* Keeps the names that are meant. Returns their number. */
static size_t select_scripts(const watch_t *watch, const char **scripts,
                             size_t count)
{
    char *found = calloc(count + 1, 1);
    size_t kept = 0;
    if (found && watch->path)
        select_named(watch, scripts, count, found);
    for (size_t i = 0; found && i < count; i++)
        if (!watch->path || found[i])
            scripts[kept++] = scripts[i];
    free(found);
    return kept;
}

static void report_cut(const round_t *round, const msgpack_sbuffer *heads,
                       const char *const *scripts, size_t count)
{
    ctl_record_t record = NULL;
    size_t i = 0;
    while (i < count && (record = ctl_fields_next(heads, record)) != NULL) {
        const char *script = ctl_fields_text(record, "log");
        if (script != scripts[i])
            continue;
        i++;
        if (round->after > 0 && ctl_fields_number(record, "cut") > round->after)
            say_cut(script);
    }
}

/* ---- their lines ---- */

static int add_lines(const round_t *round, const char *const *scripts,
                     size_t count, msgpack_sbuffer *reports,
                     ctl_log_lines_t *lines)
{
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        if (ask(round->instance, scripts[i], (uint64_t)round->after,
                &reports[i]) != 0)
            return -1;
        bytes += reports[i].size;
        errno = EMSGSIZE;
        if (bytes > REPORTS_MAX ||
            ctl_log_lines_add(lines, &reports[i], round->until,
                              round->watch->options->id) != 0)
            return -1;
    }
    return 0;
}

static int show(const round_t *round, const char *const *scripts, size_t count)
{
    watch_t *watch = round->watch;
    ctl_log_lines_t lines = {NULL, 0, 0};
    msgpack_sbuffer *reports = calloc(count + 1, sizeof(*reports));
    int result =
        reports ? add_lines(round, scripts, count, reports, &lines) : -1;
    if (result == 0) {
        ctl_log_lines_print(&lines, watch->options->json, &watch->last);
        ctl_log_seen_set(&watch->seen, round->instance, round->until,
                         round->began);
        watch->found += lines.count;
    }
    int error = errno;
    for (size_t i = 0; reports && i < count; i++)
        msgpack_sbuffer_destroy(&reports[i]);
    free(reports);
    ctl_log_lines_clear(&lines);
    errno = error;
    return result;
}

static int show_heads(round_t *round, const msgpack_sbuffer *heads)
{
    size_t count;
    round->began = largest_of(heads, "began");
    round->until = largest_of(heads, "newest");
    round->after = ctl_log_seen_get(&round->watch->seen, round->instance,
                                    round->until, round->began);
    if (round->until < round->after)
        round->until = round->after;
    const char **scripts = new_scripts(round, heads, &count);
    int result = -1;
    if (scripts) {
        count = select_scripts(round->watch, scripts, count);
        report_cut(round, heads, scripts, count);
        result = show(round, scripts, count);
    }
    int error = errno;
    free(scripts);
    errno = error;
    return result;
}

static int look_at(void *context, const char *instance)
{
    round_t round = {.watch = context, .instance = instance};
    msgpack_sbuffer heads;
    int result = ask(instance, NULL, WIRE_AFTER_ALL, &heads);
    if (result == 0)
        result = show_heads(&round, &heads);
    int error = errno;
    msgpack_sbuffer_destroy(&heads);
    errno = error;
    return result;
}

static int say_none(const watch_t *watch)
{
    const ctl_options_t *options = watch->options;
    fprintf(
        stderr,
        "persistctl: %s%sno line%s%s is kept below %s that you may see: the "
        "lines of a script are for its owner and root\n",
        options->script ? options->script : "", options->script ? ": " : "",
        options->id ? " of request " : "", options->id ? options->id : "",
        options->runtime_dir);
    return options->script || options->id ? CTL_FAILED : CTL_DONE;
}

/* An interrupt ends the program. */
static void follow(watch_t *watch)
{
    while (fflush(stdout) == 0) {
        sleep(PERIOD_SECONDS);
        ctl_each_again(watch->options, look_at, watch);
    }
}

int ctl_log(const ctl_options_t *options)
{
    char *path = options->script ? ctl_file_path(options->script) : NULL;
    watch_t watch = {.options = options, .path = path ? path : options->script};
    int status = ctl_each(options, look_at, &watch);
    int answered = status == CTL_DONE;
    if (answered && watch.found == 0)
        status = say_none(&watch);
    if (answered && options->follow)
        follow(&watch);
    ctl_log_seen_clear(&watch.seen);
    free(watch.last);
    free(path);
    return status;
}
