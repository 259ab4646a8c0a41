/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_top.c: gets the reports, computes rates, draws. */

#include "ctl_top.h"
#include "ctl_look.h"
#include "ctl_rates.h"
#include "ctl_screen.h"
#include "ctl_table.h"

#include "common_clock.h"
#include "slots_table.h"
#include "wire_message.h"

#include <inttypes.h>
#include <stdio.h>

#define PERIOD_MS 1000
#define LINES_ABOVE 3u /* the title, an empty line, the heads */

static void take(void *context, const msgpack_sbuffer *report)
{
    if (ctl_rates_add(context, report) != 0)
        fputs("persistctl: out of memory\n", stderr);
}

static void add_rate(ctl_table_t *table, const ctl_rate_t *rate)
{
    ctl_table_add(table, "%.1f", rate->per_second);
    ctl_table_add(table, "%.1f", (double)rate->mean_us / 1000);
    ctl_table_add(table, "%" PRId64 "/%" PRId64, rate->workers, rate->max);
    ctl_table_add(table, "%" PRId64, rate->waiting);
    ctl_table_add(table, "%" PRId64, rate->refused);
    ctl_table_add(table, "%" PRId64, rate->failed);
    ctl_table_add(table, "%s", rate->state);
    ctl_table_add(table, "%s", rate->script);
}

static void draw(const ctl_rates_t *rates, const ctl_style_t *style)
{
    static const char *const heads[] = {"REQ/S",   "MEAN MS", "WORKERS",
                                        "WAITING", "REFUSED", "FAILED",
                                        "STATE",   "SCRIPT"};
    ctl_table_t table = {.heads = heads,
                         .columns = sizeof(heads) / sizeof(heads[0])};
    for (size_t i = 0; i < rates->count; i++)
        add_rate(&table, &rates->pools[i]);
    ctl_table_show(&table, stdout, style);
    ctl_table_clear(&table);
}

static int look(const ctl_options_t *options, ctl_rates_t *rates,
                const ctl_rates_t *before)
{
    rates->at = common_now_us();
    int status = ctl_look(options, WIRE_STATUS_FIELDS, take, rates);
    ctl_rates_settle(rates, before);
    return status;
}

static void draw_screen(const ctl_rates_t *rates)
{
    size_t lines;
    ctl_style_t style = ctl_style_of(stdout);
    ctl_screen_size(&style.width, &lines);
    style.lines = lines > LINES_ABOVE + 1 ? lines - LINES_ABOVE - 1 : 1;
    ctl_screen_clear();
    printf("persistctl top: %zu pool%s; q quits\n\n", rates->count,
           rates->count == 1 ? "" : "s");
    draw(rates, &style);
    fflush(stdout);
}

/* A server that stops does not end the command. The message about it stays on
 * the screen until the next report. */
static int watch(const ctl_options_t *options)
{
    ctl_rates_t before = {0}, rates = {0};
    int status = look(options, &before, &rates);
    if (status == CTL_DONE && ctl_screen_open() != 0) {
        fputs("persistctl: top needs a keyboard\n", stderr);
        status = CTL_FAILED;
    }
    if (status != CTL_DONE) {
        ctl_rates_clear(&before);
        return status;
    }
    draw_screen(&before);
    while (!ctl_screen_quits(PERIOD_MS)) {
        rates = (ctl_rates_t){0};
        look(options, &rates, &before);
        draw_screen(&rates);
        ctl_rates_clear(&before);
        before = rates;
    }
    ctl_screen_close();
    ctl_rates_clear(&before);
    return CTL_DONE;
}

int ctl_top(const ctl_options_t *options)
{
    const ctl_style_t style = ctl_style_of(stdout);
    if (options->json)
        return ctl_look_status(options);
    if (style.columns)
        return watch(options);
    ctl_rates_t rates = {0}, before = {0};
    int status = look(options, &rates, &before);
    draw(&rates, &style);
    ctl_rates_clear(&rates);
    return status;
}
