/* SPDX-License-Identifier: Apache-2.0 */
/* fork_child.c: builds what execve(2) puts on the stack. */

#include "fork/fork_child.h"

#ifdef FORK_SUPPORTED

#include "fork/fork_system.h"
#include "fork/fork_text.h"

#include <errno.h>

static char **add_arguments(const fork_program_t *program,
                            const fork_request_t *request, char **to)
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
    for (size_t i = 0; i < program->auxv.size / sizeof(*auxv); i++)
        auxv[i] = program->auxv.entries[i];
}

/* Builds one block like the one at the start of a stack, because libraries
 * look behind argv for the environment, and behind that for auxv. */
long fork_child_vectors(const fork_program_t *program,
                        const fork_request_t *request, fork_vectors_t *vectors)
{
    const fork_head_t *head = &request->head;
    size_t arguments = (size_t)program->argc +
                       fork_text_count(request->arguments, head->arguments_len);
    size_t variables =
        fork_text_count(request->environment, head->environment_len) +
        program->changes.set_count;
    char **block = fork_system_map(
        (arguments + variables + 2) * sizeof(char *) + program->auxv.size);
    if (!block)
        return -ENOMEM;
    vectors->argc = (int)arguments;
    vectors->argv = block;
    vectors->environment = add_arguments(program, request, block);
    add_auxv(program,
             fork_changes_apply(&program->changes, request->environment,
                                head->environment_len, vectors->environment));
    return 0;
}

#endif /* FORK_SUPPORTED */
