/* SPDX-License-Identifier: Apache-2.0 */
/* fork_server.c: the library that makes a fork server of a CGI program. It is
 * preloaded, and stops the program before main(); fork_message.h has what it
 * does then. Children begin main() as after execve(2), but without its cost and
 * that of dynamic linking. README.md lists what differs.
 *
 * Up to main() nothing of the C library is called but dlsym() and dlvsym(), and
 * no memory but our own and theirs is used: fork_system.h says why. */

#include "fork/fork_message.h"

#ifdef FORK_SUPPORTED

#include "fork/fork_asked.h"
#include "fork/fork_bind.h"
#include "fork/fork_child.h"
#include "fork/fork_heap.h"
#include "fork/fork_mappings.h"
#include "fork/fork_serve.h"
#include "fork/fork_survey.h"
#include "fork/fork_system.h"
#include "fork/fork_text.h"

#include <dlfcn.h>
#include <errno.h>

#define STACK_GAP ((size_t)64 << 10)

typedef int main_t(int argc, char **argv, char **environment);
typedef int start_t(main_t *program_main, int argc, char **argv,
                    void (*init)(void), void (*fini)(void),
                    void (*loader_fini)(void), void *stack_end);

/* One function has both versions, GLIBC_2.34 and that of the first glibc: they
 * differ in whether `init` is NULL. A name without a version matches both. */
__attribute__((visibility("default"))) start_t __libc_start_main;

/* What the C library itself reads. A program may have a variable of its own
 * called environ. */
extern char **__environ;

static fork_program_t program;
static fork_heap_t heap;

/* ---- the start ---- */

/* Returns the socket's number, or -1: the program just runs. */
static int find_socket(void)
{
    for (char **at = __environ; at && *at; at++)
        if (fork_text_same_name(*at, FORK_VARIABLE))
            return (int)fork_text_number(*at + sizeof(FORK_VARIABLE));
    return -1;
}

/* The stack ends where the address space does. In a 128th of that the heap
 * meets nothing else. */
static long find_heap(const void *on_stack)
{
    return fork_heap_find(&heap, (unsigned long)on_stack >> 7);
}

static long prepare(int socket, fork_thread_t *thread)
{
    long result = fork_survey(socket);
    if (result == 0)
        result = fork_thread_find(thread);
    if (result == 0)
        result = fork_changes_find(&program.changes, __environ);
    if (result == 0)
        result = fork_auxv_read(&program.auxv);
    if (result == 0)
        result = find_heap(thread->random);
    return result;
}

static void announce(int socket, fork_thread_t *thread)
{
    size_t len;
    long result = prepare(socket, thread);
    const char *names = fork_asked_end(&len);
    if (result == 0 && !names)
        result = -E2BIG;
    if (result < 0) {
        fork_answer(socket, result);
        fork_system_exit(1);
    }
    fork_answer_ready(socket, names, len);
}

/* By chance, as execve(2) chooses the places of heap and stack. */
static void take_places(fork_vectors_t *vectors)
{
    unsigned long random[2];
    if (fork_system_random(random, sizeof(random)) != sizeof(random))
        fork_system_exit(FORK_CHILD_FAILED);
    fork_heap_move(&heap, random[0]);
    vectors->gap = random[1] % STACK_GAP;
}

/* Returns in the children only. The survey has found no descriptors above 2
 * but the socket. */
static void become_server(int socket, fork_vectors_t *vectors)
{
    fork_thread_t thread;
    fork_request_t request;
    program.argc = vectors->argc;
    program.argv = vectors->argv;
    /* Before the survey: a program's malloc() may start a thread. */
    fork_bind_all();
    announce(socket, &thread);
    fork_mappings_join();
    while (fork_serve(socket, &thread, &request) > 0)
        continue;
    fork_system_close(socket);
    if (fork_child_vectors(&program, &request, vectors) < 0)
        fork_system_exit(FORK_CHILD_FAILED);
    __environ = vectors->environment;
    take_places(vectors);
}

int __libc_start_main(main_t *program_main, int argc, char **argv,
                      void (*init)(void), void (*fini)(void),
                      void (*loader_fini)(void), void *stack_end)
{
    start_t *start = (start_t *)dlsym(RTLD_NEXT, "__libc_start_main");
    fork_vectors_t vectors = {.argc = argc, .argv = argv};
    int socket = find_socket();
    if (!start)
        fork_system_exit(FORK_CHILD_FAILED);
    if (socket >= 0)
        become_server(socket, &vectors);
    void *gap = __builtin_alloca(vectors.gap);
    __asm__ volatile("" : : "r"(gap) : "memory"); /* keeps it */
    return start(program_main, vectors.argc, vectors.argv, init, fini,
                 loader_fini, stack_end);
}

#endif /* FORK_SUPPORTED */
