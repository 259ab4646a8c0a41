/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_order.c: sends orders, and prints the results. */

#include "ctl_order.h"
#include "ctl_ask.h"
#include "ctl_each.h"
#include "ctl_file.h"
#include "ctl_folder.h"
#include "ctl_print.h"
#include "ctl_scripts.h"

#include "wire_message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct giving {
    const ctl_options_t *options;
    int verb;         /* enum wire_order_verb */
    const char *path; /* of the script, if no pool has its name */
    int looks;        /* only scripts with pools that we may see */
    int given;
    int failed;
} giving_t;

/* ---- printing the result ---- */

static void put_json(FILE *out, const giving_t *giving, const char *instance,
                     const char *script, const ctl_ordered_t *answer)
{
    static const char *const results[] = {"done", "failed", "refused",
                                          "no-pool"};
    const char *command = giving->options->command;
    fputc('{', out);
    ctl_print_json(out, "instance", instance, strlen(instance));
    fputc(',', out);
    ctl_print_json(out, "script", script, strlen(script));
    fputc(',', out);
    ctl_print_json(out, "order", command, strlen(command));
    fprintf(out, ",\"result\":\"%s\",\"fault\":%d,", results[answer->result],
            answer->fault);
    ctl_print_json(out, "text", answer->text.data, answer->text.size);
    fputs("}\n", out);
}

/* JSON may end up on a terminal, too, so ctl_print() filters it. */
static void tell_json(const giving_t *giving, const char *instance,
                      const char *script, const ctl_ordered_t *answer)
{
    char *line = NULL;
    size_t len;
    FILE *out = open_memstream(&line, &len);
    if (out)
        put_json(out, giving, instance, script, answer);
    if (out && fclose(out) == 0)
        ctl_print(stdout, line, len);
    free(line);
}

static void tell_text(const giving_t *giving, const char *script,
                      const ctl_ordered_t *answer)
{
    FILE *out = answer->result == WIRE_ORDER_DONE ? stdout : stderr;
    if (out == stderr)
        fputs("persistctl: ", out);
    ctl_print(out, script, strlen(script));
    fputs(": ", out);
    if (answer->fault)
        fprintf(out, "PERSIST%04d: ", answer->fault);
    ctl_print(out, answer->text.data, answer->text.size);
    if (answer->result == WIRE_ORDER_NO_POOL)
        fprintf(out, " (asked below %s)", giving->options->runtime_dir);
    fputc('\n', out);
}

/* ---- sending the order ---- */

static int give(giving_t *giving, const char *instance, const char *script)
{
    ctl_ordered_t answer = {0, 0, {0}};
    msgpack_sbuffer_init(&answer.text);
    int result = ctl_ask_order(instance, giving->verb, script, &answer);
    int error = errno;
    if (result == 0) {
        giving->given++;
        giving->failed += answer.result != WIRE_ORDER_DONE;
        if (giving->options->json)
            tell_json(giving, instance, script, &answer);
        else
            tell_text(giving, script, &answer);
    }
    msgpack_sbuffer_destroy(&answer.text);
    errno = error;
    return result;
}

static int give_to_one(void *context, const char *instance)
{
    giving_t *giving = context;
    ctl_scripts_t scripts;
    if (!giving->looks)
        return give(giving, instance, giving->path);
    int result = ctl_scripts_find(&scripts, instance, giving->path);
    for (size_t i = 0; i < scripts.count && result == 0; i++)
        result = give(giving, instance, scripts.names[i]);
    int error = errno;
    ctl_scripts_clear(&scripts);
    errno = error;
    return result;
}

/* If no server has a pool of the script that we may see, sends the order all
 * the same: then persistd's answer has the reason, which may be that the script
 * is not ours. */
static int give_to_all(giving_t *giving)
{
    giving->looks = 1;
    int status = ctl_each(giving->options, give_to_one, giving);
    if (status == CTL_DONE && giving->given == 0 &&
        (ctl_scripts_is_missing(giving->options) ||
         ctl_folder_blame(giving->options)))
        return CTL_FAILED;
    if (status == CTL_DONE && giving->given == 0) {
        giving->looks = 0;
        status = ctl_each(giving->options, give_to_one, giving);
    }
    return giving->failed ? CTL_FAILED : status;
}

static int verb_of(const char *command)
{
    static const char *const verbs[] = {"start", "stop", "restart", "reload",
                                        "drain"};
    int verb = WIRE_ORDER_START;
    while (strcmp(verbs[verb], command) != 0)
        verb++;
    return verb;
}

int ctl_order(const ctl_options_t *options)
{
    if (!options->script || !*options->script) {
        fprintf(stderr, "persistctl: %s which script? see persistctl --help\n",
                options->command);
        return CTL_WRONG;
    }
    char *path = ctl_file_path(options->script);
    giving_t giving = {
        .options = options,
        .verb = verb_of(options->command),
        .path = path ? path : options->script,
    };
    int status = give_to_all(&giving);
    free(path);
    return status;
}
