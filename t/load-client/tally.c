/* SPDX-License-Identifier: Apache-2.0 */
/* tally.c: what all clients have seen together. */

#include "load.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PIDS_MAX 1024
#define COMPLAINTS_MAX 20

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long answered, failed, mixed, retried;
static long pids[PIDS_MAX];
static int pid_count, complaints;

static void note_pid(long pid)
{
    for (int i = 0; i < pid_count; i++)
        if (pids[i] == pid)
            return;
    if (pid_count < PIDS_MAX)
        pids[pid_count++] = pid;
}

static void complain(const char *what, const char *detail)
{
    if (complaints++ < COMPLAINTS_MAX)
        fprintf(stderr, "%s: %.200s\n", what, detail);
}

/* The pid behind the tokens, or -1 when these are not exactly ours. */
static long check(const load_exchange_t *exchange, const char *body,
                  size_t length)
{
    char want[2 * LOAD_TOKEN_SIZE + 4], *end;
    size_t size = (size_t)snprintf(want, sizeof(want), "%s%s%s ",
                                   exchange->token, exchange->post ? " " : "",
                                   exchange->post ? exchange->token : "");
    if (length <= size || memcmp(body, want, size) != 0)
        return -1;
    long pid = strtol(body + size, &end, 10);
    return end == body + length - 1 && *end == '\n' && pid > 0 ? pid : -1;
}

/* body is NUL-terminated behind length. */
void tally_answer(const load_exchange_t *exchange, int status, const char *body,
                  size_t length)
{
    long pid = check(exchange, body, length);
    char detail[64];
    pthread_mutex_lock(&lock);
    if (status != 200) {
        failed++;
        snprintf(detail, sizeof(detail), "%d", status);
        complain("status", detail);
    } else if (pid < 0) {
        mixed++;
        complain(exchange->token, body);
    } else {
        answered++;
        note_pid(pid);
    }
    pthread_mutex_unlock(&lock);
}

void tally_failure(const char *why)
{
    pthread_mutex_lock(&lock);
    failed++;
    complain("failed", why);
    pthread_mutex_unlock(&lock);
}

void tally_retry(void)
{
    pthread_mutex_lock(&lock);
    retried++;
    pthread_mutex_unlock(&lock);
}

int tally_print(void)
{
    printf("answered=%ld\nfailed=%ld\nmixed=%ld\nretried=%ld\npids=", answered,
           failed, mixed, retried);
    for (int i = 0; i < pid_count; i++)
        printf("%s%ld", i ? "," : "", pids[i]);
    printf("\n");
    return failed == 0 && mixed == 0 && answered > 0;
}
