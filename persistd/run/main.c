/* SPDX-License-Identifier: Apache-2.0 */
/* main.c: the order in which persistd starts. It exits with 0 or 1, because
 * other statuses have a meaning of their own for httpd. */

#include "base/heap.h"
#include "base/log.h"
#include "os/guard.h"
#include "os/look.h"
#include "os/process.h"
#include "pool/hears.h"
#include "run/adopt.h"
#include "run/installed.h"
#include "run/orphans.h"
#include "run/own.h"
#include "run/parent.h"
#include "run/place.h"
#include "run/stop.h"
#include "run/turn.h"
#include "serve/dispatch.h"
#include "worker/events.h"

#include "common_clock.h"
#include "wire_fault.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEFAULT_STOP_US 8000000 /* until SETTINGS has come */

/* SIGTERM is ignored, too. systemd may send it to every process of the unit;
 * httpd is then about to send STOP, which allows an orderly end. */
static void set_process_up(persistd_t *pd)
{
    static const int ignored[] = {SIGHUP,  SIGINT,  SIGTERM, SIGPIPE,
                                  SIGUSR1, SIGUSR2, SIGQUIT, SIGXFSZ};
    struct rlimit files;
    for (size_t i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++)
        signal(ignored[i], SIG_IGN);
    umask(077);
    setsid();
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        pd->files = files.rlim_cur;
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
}

static int refuse(persistd_t *pd, int fault, char *text)
{
    log_say(LOG_ERROR, "PERSIST%04d: %s: %s", fault, wire_fault_text(fault),
            text);
    parent_refuse(pd, fault, text);
    free(text);
    return -1;
}

static int refuse_errno(persistd_t *pd, int fault, const char *what)
{
    return refuse(pd, fault, heap_print("%s: %s", what, strerror(errno)));
}

/* The lookers' program is in the same directory as persist-exec. */
static int open_lookers(persistd_t *pd)
{
    const char *exec = pd->options.exec;
    const char *last = strrchr(exec, '/');
    char *program = heap_print("%.*s%s", last ? (int)(last + 1 - exec) : 0,
                               exec, LOOKER_PROGRAM);
    pd->loop = uv_default_loop();
    if (pd->loop && look_prepare(pd->loop, program, pd->options.instance) == 0)
        return 0;
    return refuse_errno(pd, WIRE_FAULT_PERSISTD_EXEC, program);
}

static int open_place(persistd_t *pd)
{
    char *text;
    int fault = place_open(pd, &text);
    if (fault)
        return refuse(pd, fault, text);
    runs_open(&pd->runs, pd->table);
    pd->pools = heap_make(pd->table->sizes.pools, sizeof(struct pool *));
    pd->suspects = heap_make(pd->table->sizes.owners + 1, 1);
    return 0;
}

static int open_loop(persistd_t *pd)
{
    if (orphans_watch(pd) != 0 || own_open(pd) != 0)
        return refuse_errno(pd, WIRE_FAULT_PERSISTD_EXEC, "libuv");
    if (parent_open(pd) != 0)
        return refuse_errno(pd, WIRE_FAULT_PERSISTD_EXEC, "httpd's parent");
    return 0;
}

static int come_up(persistd_t *pd)
{
    if (geteuid() == 0 || getuid() == 0)
        return refuse(pd, WIRE_FAULT_ROOT,
                      heap_print("set User and Group in httpd's "
                                 "configuration to an unprivileged user"));
    if (open_lookers(pd) != 0 || open_place(pd) != 0 || open_loop(pd) != 0)
        return -1;
    events_install(pd);
    pd->heard = pool_hears;
    turn_start(pd);
    adopt_all(pd);
    if (dispatch_listen_admin(pd) != 0)
        return refuse_errno(pd, WIRE_FAULT_RUNTIME_DIR, "admin socket");
    return 0;
}

int main(int argc, char **argv)
{
    static persistd_t pd;
    if (guard_self() != 0) {
        perror("persistd: guard_self");
        return 1;
    }
    enum options_result result = options_parse(&pd.options, argc, argv);
    if (result != OPTIONS_RUN)
        return result == OPTIONS_DONE ? 0 : 1;
    set_process_up(&pd);
    log_open();
    log_is_debug = pd.options.debug;
    pd.settings.stop_us = DEFAULT_STOP_US;
    installed_open(&pd, argv[0]);
    pd.recent.number = pd.recent.began = (uint64_t)common_wall_us();
    process_adopt_orphans();
    if (come_up(&pd) != 0) {
        if (pd.first)
            stop_clean(&pd); /* no other process knows of it */
        return 1;
    }
    uv_run(pd.loop, UV_RUN_DEFAULT);
    stop_clean(&pd);
    return 0;
}
