/* SPDX-License-Identifier: Apache-2.0 */
/* act.c: does what the variable DO names. */

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void *work(void *argument)
{
    char *block = malloc(100000);
    memset(block, 1, 100000);
    free(block);
    return argument;
}

static int threads(void)
{
    pthread_t all[8];
    long sum = 0;
    void *got;
    for (long i = 0; i < 8; i++)
        if (pthread_create(&all[i], NULL, work, (void *)i) != 0)
            return 1;
    for (int i = 0; i < 8; i++) {
        pthread_join(all[i], &got);
        sum += (long)got;
    }
    printf("threads %ld\n", sum);
    return 0;
}

/* A mutex that notes its owner knows the thread by its id. */
static int owned(int kind)
{
    pthread_mutexattr_t attributes;
    pthread_mutex_t mutex;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    if (kind)
        pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    pthread_mutex_init(&mutex, &attributes);
    pthread_mutex_lock(&mutex);
    int again = pthread_mutex_lock(&mutex);
    /* The owner is the second word of glibc's mutex. */
    int owner = ((int *)&mutex)[2];
    int same = owner == (int)syscall(SYS_gettid);
    return again == EDEADLK && same && pthread_mutex_unlock(&mutex) == 0 ? 0
                                                                         : 1;
}

static int robust(void)
{
    void *head = NULL;
    size_t size = 0;
    syscall(SYS_get_robust_list, 0, &head, &size);
    return head ? 0 : 1;
}

static int by_shell(void)
{
    char line[64] = "";
    FILE *pipe = popen("echo popen", "r");
    fgets(line, sizeof(line), pipe);
    int status = pclose(pipe);
    fflush(stdout);
    fputs(line, stdout);
    fflush(stdout);
    return status | system("echo system");
}

static int by_fork(void)
{
    int status;
    pid_t pid = fork();
    if (pid == 0)
        _exit(getppid() == getpid() ? 1 : 3);
    return waitpid(pid, &status, 0) == pid && WEXITSTATUS(status) == 3 ? 0 : 1;
}

static int deep(int depth)
{
    volatile char room[4096];
    room[0] = (char)depth;
    return depth ? deep(depth - 1) + room[0] * 0 : 0;
}

int main(int argc, char **argv)
{
    const char *what = getenv("DO");
    if (!what)
        return 90;
    if (strncmp(what, "exit", 4) == 0)
        return atoi(what + 4);
    if (strcmp(what, "abort") == 0)
        abort();
    if (strncmp(what, "raise", 5) == 0)
        raise(atoi(what + 5));
    if (strcmp(what, "threads") == 0)
        return threads();
    if (strcmp(what, "owned") == 0)
        return owned(0) | owned(1) | robust();
    if (strcmp(what, "shell") == 0)
        return by_shell();
    if (strcmp(what, "fork") == 0)
        return by_fork();
    if (strcmp(what, "deep") == 0)
        return deep(1500);
    if (strcmp(what, "zero") == 0)
        return fopen("/proc/self/fd/0", "r") ? 0 : 1;
    for (char **at = environ; *at; at++)
        puts(*at);
    for (int i = 1; i < argc; i++)
        printf("<%s>", argv[i]);
    return 0;
}
