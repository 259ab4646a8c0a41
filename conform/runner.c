/* SPDX-License-Identifier: Apache-2.0 */
/* runner.c: runs the rules of a level, see runner.h. */

#include "runner.h"

#include "persistd.h"
#include "rules.h"

#include <stdio.h>
#include <string.h>

static int is_chosen(const options_t *options, const rule_t *rule)
{
    if (options->rule)
        return strcmp(options->rule, rule->name) == 0;
    return rule->level <= options->level;
}

static int count_chosen(const options_t *options)
{
    int count = 0;
    for (const rule_t *rule = rules; rule->name; rule++)
        count += is_chosen(options, rule);
    return count;
}

static void explain(play_t *play, const rule_t *rule)
{
    launch_t *launch = &play->launch;
    printf("# PROTOCOL.md, section %s: %s\n", rule->section, rule->text);
    printf("# %s\n", play->why);
    if (launch->pid > 0 && launch_wait(launch, 0) && launch->exit_status < 0)
        printf("# the worker has died of a signal\n");
    else if (launch->ended)
        printf("# the worker has ended with status %d\n", launch->exit_status);
    launch_print_output(launch, stdout, "# worker: ");
}

static void report(play_t *play, const rule_t *rule, int number,
                   play_result_t result)
{
    printf("%sok %d - %s", result == PLAY_FAILED ? "not " : "", number,
           rule->name);
    if (result == PLAY_SKIPPED)
        printf(" # SKIP %s", play->why);
    putchar('\n');
    if (result == PLAY_FAILED)
        explain(play, rule);
    fflush(stdout);
}

/* Kills the worker after a failure, so that the next rule gets a new one. */
static play_result_t test_rule(play_t *play, const rule_t *rule, int number)
{
    play_result_t result = PLAY_FAILED;
    if (persistd_begin(play) == 0) {
        launch_mark_output(&play->launch);
        result = play_run(play, rule->run, rule->ends);
    }
    report(play, rule, number, result);
    if (result == PLAY_FAILED || rule->ends)
        launch_kill(&play->launch);
    return result;
}

static int test_all(play_t *play)
{
    int number = 0, failed = 0;
    for (const rule_t *rule = rules; rule->name; rule++) {
        if (is_chosen(play->options, rule))
            failed += test_rule(play, rule, ++number) == PLAY_FAILED;
    }
    printf("1..%d\n", number);
    return failed ? CONFORM_FAILED : CONFORM_PASSED;
}

static int not_started(play_t *play)
{
    if (play->launch.pid > 0 && launch_wait(&play->launch, 0))
        printf("Bail out! the worker did not start: it has ended\n");
    else
        printf("Bail out! the worker did not start: %s\n", play->why);
    fflush(stdout);
    launch_print_output(&play->launch, stderr, "");
    return CONFORM_WRONG;
}

int runner_test(const options_t *options)
{
    static play_t play;
    play.options = options;
    if (count_chosen(options) == 0) {
        fprintf(stderr,
                "persist-conform: there is no rule %s; see persist-conform "
                "--list\n",
                options->rule);
        return CONFORM_WRONG;
    }
    if (launch_init(&play.launch, options) != 0)
        return CONFORM_WRONG;
    int status =
        persistd_begin(&play) == 0 ? test_all(&play) : not_started(&play);
    conn_close_all(&play, 0);
    launch_destroy(&play.launch);
    return status;
}

int runner_list(void)
{
    for (const rule_t *rule = rules; rule->name; rule++)
        printf("%-17s  %-7s  %-4s  %s\n", rule->name,
               options_level_name(rule->level), rule->section, rule->text);
    return CONFORM_PASSED;
}
