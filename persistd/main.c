/* SPDX-License-Identifier: Apache-2.0 */
/* main.c: the order in which persistd comes up. Its exit status is 0 or 1:
 * httpd gives others a meaning of their own. */

#include "adopt.h"
#include "client.h"
#include "clock.h"
#include "heap.h"
#include "instance.h"
#include "log.h"
#include "parent.h"
#include "process.h"
#include "reap.h"
#include "slots_names.h"
#include "slots_owners.h"
#include "sources.h"
#include "stop.h"
#include "table.h"

#include "wire_fault.h"

#include <apr_general.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEFAULT_STOP_US 8000000 /* until SETTINGS has come */

/* SIGTERM included: systemd may send it to every process of the unit, and
 * then httpd is about to say STOP, in which order lies. */
static void set_process_up(persistd_t *pd)
{
    static const int ignored[] = {SIGHUP,  SIGINT,  SIGTERM, SIGPIPE,
                                  SIGUSR1, SIGUSR2, SIGQUIT};
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

/* The lock says who is persistd here; it is held until the end. */
static int open_instance(persistd_t *pd)
{
    char *text;
    const char *instance = pd->options.instance;
    int fault = instance_open(instance, &text);
    if (fault)
        return refuse(pd, fault, text);
    if (instance_lock(instance) >= 0)
        return 0;
    if (errno != EWOULDBLOCK)
        return refuse_errno(pd, WIRE_FAULT_RUNTIME_DIR, instance);
    return refuse(pd, WIRE_FAULT_PERSISTD_EXEC,
                  heap_print("another persistd serves %s", instance));
}

static int open_table(persistd_t *pd)
{
    char *text;
    if (table_open(pd, &text) != 0)
        return refuse(pd, WIRE_FAULT_TABLE, text);
    pd->pools = heap_make(pd->table->sizes.pools, sizeof(struct pool *));
    pd->suspects = heap_make(pd->table->sizes.owners + 1, 1);
    return 0;
}

/* The name of an instance's directory is there for all to see, and whoever
 * knows it can compute the table's and take that. So a new instance has its
 * table first; one that is there has it already. */
static int open_place(persistd_t *pd)
{
    int new = table_is_first(pd);
    if (new &&open_table(pd) != 0)
        return -1;
    if (open_instance(pd) == 0)
        return new ? 0 : open_table(pd);
    if (new)
        table_remove(pd);
    return -1;
}

static int open_owners(persistd_t *pd)
{
    char path[SLOTS_PATH_SIZE];
    pd->owners_fd = -1;
    if (slots_name_path(path, pd->options.instance, SLOTS_NAME_OWNERS) == 0)
        pd->owners_fd = slots_owners_open(path, 1);
    return pd->owners_fd >= 0 ? 0
                              : refuse_errno(pd, WIRE_FAULT_RUNTIME_DIR, path);
}

static int open_loop(persistd_t *pd)
{
    pd->loop = uv_default_loop();
    if (!pd->loop || reap_start(pd) != 0)
        return refuse_errno(pd, WIRE_FAULT_PERSISTD_EXEC, "libuv");
    if (parent_open(pd) != 0)
        return refuse_errno(pd, WIRE_FAULT_PERSISTD_EXEC, "httpd's parent");
    sources_prepare(pd->loop);
    return 0;
}

static int come_up(persistd_t *pd)
{
    if (geteuid() == 0 || getuid() == 0)
        return refuse(pd, WIRE_FAULT_ROOT,
                      heap_print("set User and Group in httpd's "
                                 "configuration to an unprivileged user"));
    if (open_place(pd) != 0 || open_owners(pd) != 0 || open_loop(pd) != 0)
        return -1;
    clock_start(pd);
    adopt_all(pd);
    if (client_listen_admin(pd) != 0)
        return refuse_errno(pd, WIRE_FAULT_RUNTIME_DIR, "admin socket");
    return 0;
}

int main(int argc, char **argv)
{
    static persistd_t pd;
    enum options_result result = options_parse(&pd.options, argc, argv);
    if (result != OPTIONS_RUN)
        return result == OPTIONS_DONE ? 0 : 1;
    set_process_up(&pd);
    log_open();
    pd.settings.stop_us = DEFAULT_STOP_US;
    if (apr_initialize() != APR_SUCCESS ||
        apr_pool_create(&pd.apr, NULL) != APR_SUCCESS)
        return 1;
    process_adopt_orphans();
    if (come_up(&pd) != 0)
        return 1;
    uv_run(pd.loop, UV_RUN_DEFAULT);
    stop_clean(&pd);
    if (sources_are_busy())
        _exit(0);
    return 0;
}
