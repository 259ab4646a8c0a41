/* SPDX-License-Identifier: Apache-2.0 */
/* fork_child.c: makes of a copy of the server what execve(2) would have made.
 */

#include "fork/fork_child.h"

#ifdef FORK_SUPPORTED

#include "fork/fork_system.h"
#include "fork/fork_text.h"

static void print(const char *text)
{
    fork_system_write(2, text, fork_text_len(text));
}

static _Noreturn void fail(const char *what, const char *why)
{
    print(what);
    print(why);
    fork_system_exit(FORK_CHILD_FAILED);
}

/* ---- descriptors ---- */

/* A received descriptor is 0, 1 or 2 itself if a constructor closed that one;
 * a copy is then in nobody's way. The survey found no others above 2. */
static void set_descriptors(int socket, fork_request_t *request)
{
    int *fds = request->fds;
    for (int i = 0; i < FORK_DESCRIPTORS; i++)
        if (fds[i] < FORK_DESCRIPTORS)
            fds[i] = (int)fork_system_copy_above(fds[i], FORK_DESCRIPTORS);
    for (int i = 0; i < FORK_DESCRIPTORS; i++)
        if (fork_system_copy_to(fds[i], i) < 0)
            fork_system_exit(FORK_CHILD_FAILED);
    if (fork_system_close_from(FORK_DESCRIPTORS) == 0)
        return;
    fork_system_close(socket);
    for (int i = 0; i < FORK_DESCRIPTORS; i++)
        fork_system_close(fds[i]);
}

static void set_directory(const fork_request_t *request)
{
    if (request->head.directory_len > 0 &&
        fork_system_chdir(request->directory) < 0)
        fail(request->directory, ": cannot be the current directory\n");
}

/* ---- vectors ---- */

static size_t count_texts(const char *block, size_t len)
{
    size_t count = 0;
    for (size_t i = 0; i < len; i++)
        count += !block[i];
    return count;
}

static char **add_arguments(const fork_program_t *program,
                            fork_request_t *request, char **to)
{
    for (int i = 0; i < program->argc; i++)
        *to++ = program->argv[i];
    for (size_t at = 0; at < request->head.arguments_len;) {
        *to = request->arguments + at;
        at += fork_text_len(*to++) + 1;
    }
    *to++ = NULL;
    return to;
}

static void add_auxv(const fork_program_t *program, char **to)
{
    unsigned long *auxv = (unsigned long *)to;
    for (size_t i = 0; i < program->auxv_size / sizeof(*auxv); i++)
        auxv[i] = program->auxv[i];
}

/* Builds one block like the one at the start of a stack, because libraries
 * look behind argv for the environment, and behind that for auxv. */
static void build(const fork_program_t *program, fork_request_t *request,
                  fork_vectors_t *vectors)
{
    const fork_head_t *head = &request->head;
    size_t arguments = (size_t)program->argc +
                       count_texts(request->arguments, head->arguments_len);
    size_t variables =
        count_texts(request->environment, head->environment_len) +
        program->changes.set_count;
    char **block = fork_system_map(
        (arguments + variables + 2) * sizeof(char *) + program->auxv_size);
    if (!block)
        fail("no memory for the environment", "\n");
    vectors->argc = (int)arguments;
    vectors->argv = block;
    vectors->environment = add_arguments(program, request, block);
    add_auxv(program,
             fork_changes_apply(&program->changes, request->environment,
                                head->environment_len, vectors->environment));
}

void fork_child_begin(const fork_program_t *program, int socket,
                      fork_request_t *request, fork_vectors_t *vectors)
{
    fork_system_own_group();
    if (fork_system_die_with_parent() < 0 ||
        fork_system_parent() != program->host)
        fork_system_exit(FORK_CHILD_FAILED);
    fork_system_set_robust(program->robust, program->robust_size);
    set_descriptors(socket, request);
    set_directory(request);
    build(program, request, vectors);
}

#endif /* FORK_SUPPORTED */
