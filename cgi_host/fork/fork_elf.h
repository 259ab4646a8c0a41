/* SPDX-License-Identifier: Apache-2.0 */
/* fork_elf.h: what an ELF file says of how it is linked. The file may be
 * damaged or hostile: no length or offset in it is trusted. */

#ifndef FORK_ELF_H
#define FORK_ELF_H

#include <limits.h>
#include <link.h>

#define FORK_ELF_SEGMENTS 64

typedef struct fork_elf {
    int fd;
    ElfW(Ehdr) head;
    ElfW(Phdr) segments[FORK_ELF_SEGMENTS];
    char loader[PATH_MAX]; /* of PT_INTERP; "": it has none */
} fork_elf_t;

/* Reads the headers. Returns 1, or 0 if this is no ELF file of a program that
 * this system can run. The descriptor stays the caller's. */
int fork_elf_open(fork_elf_t *elf, int fd);

/* Returns 1 if the program gets a function of this name from a library. */
int fork_elf_imports(const fork_elf_t *elf, const char *function);

#endif /* FORK_ELF_H */
