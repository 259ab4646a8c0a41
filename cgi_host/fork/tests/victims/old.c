/* SPDX-License-Identifier: Apache-2.0 */
/* old.c: starts as programs do that were linked with glibc before 2.34: by the
 * old version of __libc_start_main, with an init function of its own. */

#include <stdio.h>
#include <stdlib.h>

typedef int main_t(int argc, char **argv, char **envp);

int old_start(main_t *main, int argc, char **argv, main_t *init,
              void (*fini)(void), void (*loader_fini)(void), void *stack_end);

#if defined(__x86_64__)
__asm__(".symver old_start, __libc_start_main@GLIBC_2.2.5\n"
        ".globl _start\n"
        "_start:\n"
        "xor %ebp, %ebp\n"
        "mov %rsp, %rdi\n"
        "mov %rdx, %rsi\n"
        "and $-16, %rsp\n"
        "call begin\n");
#else
__asm__(".symver old_start, __libc_start_main@GLIBC_2.17\n"
        ".globl _start\n"
        "_start:\n"
        "mov x1, x0\n"
        "mov x0, sp\n"
        "bl begin\n");
#endif

static int init(int argc, char **argv, char **envp)
{
    return setenv("BY_INIT", argv[0], 1) + !envp;
}

int main(int argc, char **argv, char **envp)
{
    printf("%s %s\n", getenv("DO"), getenv("BY_INIT"));
    return 4;
}

__attribute__((used)) void begin(long *stack, void (*loader_fini)(void))
{
    old_start(main, (int)stack[0], (char **)(stack + 1), init, NULL,
              loader_fini, stack);
}
