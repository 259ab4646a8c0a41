/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_elf.c: checks that any file, which may be a hostile owner's program, is
 * read within its bounds and in bounded time, and leads to one answer. */

#include "fork/fork_elf.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int holds)
{
    if (!holds)
        abort();
}

static int file_of(const uint8_t *data, size_t size)
{
    static int fd = -1;
    if (fd < 0)
        fd = memfd_create("elf", MFD_CLOEXEC);
    expect(fd >= 0 && ftruncate(fd, 0) == 0 &&
           pwrite(fd, data, size, 0) == (ssize_t)size);
    return fd;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fork_elf_t elf, again;
    int fd = file_of(data, size);
    if (!fork_elf_open(&elf, fd))
        return 0;
    expect(elf.fd == fd && elf.head.e_phnum <= FORK_ELF_SEGMENTS);
    expect(memchr(elf.loader, '\0', sizeof(elf.loader)) != NULL);
    int imports = fork_elf_imports(&elf, "__libc_start_main");
    expect(imports == 0 || imports == 1);
    expect(fork_elf_open(&again, fd) && strcmp(elf.loader, again.loader) == 0);
    expect(fork_elf_imports(&again, "__libc_start_main") == imports);
    /* a name that is not in the file is not imported */
    if (!memmem(data, size, "no_such_function", 17))
        expect(!fork_elf_imports(&elf, "no_such_function"));
    return 0;
}
