/* SPDX-License-Identifier: Apache-2.0 */
/* library.c: a library whose constructor does what is defined. */

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

void *kept;

static void *wait_on(void *argument)
{
    pause();
    return argument;
}

__attribute__((constructor)) static void begin(void)
{
#ifdef SETS
    setenv("BY_LIBRARY", "one", 1);
    setenv("CHANGED", "two", 1);
    unsetenv("GONE");
#endif
#ifdef STARTS
    pthread_t thread;
    pthread_create(&thread, NULL, wait_on, NULL);
#endif
#ifdef OPENS
    dup(2);
#endif
#ifdef CLOSES
    close(0);
    close(1);
#endif
#ifdef ALLOCATES
    kept = malloc(1000);
#endif
#ifdef ASKS
    kept = sbrk(0);
#endif
}
