/* SPDX-License-Identifier: Apache-2.0 */
/* main.c: persist-cgi-host [INTERPRETER [ARGUMENT...]] PROGRAM: the worker of a
 * script with PersistMode cgi. */

#include "cgi_host.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* PersistWorkers MAX, as persistd tells it. */
static unsigned capacity(void)
{
    const char *text = getenv("PERSIST_THREADS");
    unsigned long number = text ? strtoul(text, NULL, 10) : 0;
    return number > 0 && number <= 1024 ? (unsigned)number : 1;
}

/* HARD of PersistMemoryLimit, as persistd tells it. */
static uint64_t memory(void)
{
    const char *text = getenv("PERSIST_MEMORY_HARD");
    return text ? strtoull(text, NULL, 10) : 0;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: persist-cgi-host [INTERPRETER [ARGUMENT...]] PROGRAM\n",
              stderr);
        return 2;
    }
    persist_worker_t *worker =
        persist_worker_open("cgi-host " PERSIST_WORKER_VERSION, 0);
    if (!worker || cgi_host_run(worker, capacity(), memory(), argv + 1) != 0) {
        fprintf(stderr, "persist-cgi-host: %s\n", strerror(errno));
        return 1;
    }
    persist_worker_destroy(worker);
    return 0;
}
