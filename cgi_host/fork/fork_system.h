/* SPDX-License-Identifier: Apache-2.0 */
/* fork_system.h: system calls without the C library. A CGI program may export a
 * write() or a fork() of its own, which the linker would give us in place of
 * the library's. Each function returns what the kernel does: -errno on failure.
 */

#ifndef FORK_SYSTEM_H
#define FORK_SYSTEM_H

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
static inline long fork_system6(long number, long a, long b, long c, long d,
                                long e, long f)
{
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
                       "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}
#else /* aarch64 */
static inline long fork_system6(long number, long a, long b, long c, long d,
                                long e, long f)
{
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;
    __asm__ volatile("svc 0"
                     : "+r"(x0)
                     : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                     : "memory");
    return x0;
}
#endif

static inline long fork_system(long number, long a, long b, long c, long d,
                               long e)
{
    return fork_system6(number, a, b, c, d, e, 0);
}

/* ---- processes ---- */

/* Forks a child of our parent's: clear_tid is where the thread's id stands. */
static inline long fork_system_sibling(void *clear_tid)
{
    long flags =
        CLONE_PARENT | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD;
#if defined(__x86_64__)
    return fork_system(SYS_clone, flags, 0, 0, (long)clear_tid, 0);
#else
    return fork_system(SYS_clone, flags, 0, 0, 0, (long)clear_tid);
#endif
}

static inline _Noreturn void fork_system_exit(int status)
{
    for (;;)
        fork_system(SYS_exit_group, status, 0, 0, 0, 0);
}

static inline void fork_system_own_group(void)
{
    fork_system(SYS_setpgid, 0, 0, 0, 0, 0);
}

static inline long fork_system_parent(void)
{
    return fork_system(SYS_getppid, 0, 0, 0, 0, 0);
}

/* The kernel kills the process when its parent ends. */
static inline long fork_system_die_with_parent(void)
{
    return fork_system(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

static inline long fork_system_tid_address(void **address)
{
#ifdef PR_GET_TID_ADDRESS
    return fork_system(SYS_prctl, PR_GET_TID_ADDRESS, (long)address, 0, 0, 0);
#else
    return fork_system(SYS_prctl, 40, (long)address, 0, 0, 0);
#endif
}

static inline long fork_system_get_robust(void **list, size_t *size)
{
    return fork_system(SYS_get_robust_list, 0, (long)list, (long)size, 0, 0);
}

static inline void fork_system_set_robust(void *list, size_t size)
{
    fork_system(SYS_set_robust_list, (long)list, (long)size, 0, 0, 0);
}

static inline long fork_system_chdir(const char *directory)
{
    return fork_system(SYS_chdir, (long)directory, 0, 0, 0, 0);
}

/* Returns how many bytes it has made. */
static inline long fork_system_random(void *bytes, size_t size)
{
    return fork_system(SYS_getrandom, (long)bytes, (long)size, 0, 0, 0);
}

/* ---- descriptors ---- */

static inline long fork_system_open(const char *path, int flags)
{
    return fork_system(SYS_openat, AT_FDCWD, (long)path, flags, 0, 0);
}

static inline long fork_system_read(int fd, void *buffer, size_t size)
{
    return fork_system(SYS_read, fd, (long)buffer, (long)size, 0, 0);
}

static inline void fork_system_write(int fd, const void *bytes, size_t size)
{
    fork_system(SYS_write, fd, (long)bytes, (long)size, 0, 0);
}

static inline long fork_system_list(int fd, void *buffer, size_t size)
{
    return fork_system(SYS_getdents64, fd, (long)buffer, (long)size, 0, 0);
}

static inline void fork_system_close(int fd)
{
    fork_system(SYS_close, fd, 0, 0, 0, 0);
}

static inline long fork_system_close_from(int first)
{
#ifdef SYS_close_range
    return fork_system(SYS_close_range, first, ~0u, 0, 0, 0);
#else
    return fork_system(436, first, ~0u, 0, 0, 0);
#endif
}

/* Returns a copy whose number is at least `least`. */
static inline long fork_system_copy_above(int fd, int least)
{
    return fork_system(SYS_fcntl, fd, F_DUPFD, least, 0, 0);
}

static inline long fork_system_copy_to(int fd, int number)
{
    return fork_system(SYS_dup3, fd, number, 0, 0, 0);
}

/* ---- sockets ---- */

/* Returns when there is something to read, the end of the socket, or a signal.
 */
static inline void fork_system_wait_readable(int fd)
{
    struct pollfd wanted = {.fd = fd, .events = POLLIN};
    fork_system(SYS_ppoll, (long)&wanted, 1, 0, 0, 0);
}

static inline long fork_system_receive(int fd, struct msghdr *message)
{
    return fork_system(SYS_recvmsg, fd, (long)message, MSG_CMSG_CLOEXEC, 0, 0);
}

static inline long fork_system_send(int fd, const void *bytes, size_t size)
{
    struct iovec part = {(void *)bytes, size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    return fork_system(SYS_sendmsg, fd, (long)&message, MSG_NOSIGNAL, 0, 0);
}

/* ---- memory ---- */

/* The kernel returns no address in its last page: these are -errno. */
static inline void *fork_system_memory(long result)
{
    return result < 0 && result > -4096 ? NULL : (void *)result;
}

/* Returns new memory that is zero, or NULL. */
static inline void *fork_system_map(size_t size)
{
    return fork_system_memory(fork_system6(SYS_mmap, 0, (long)size,
                                           PROT_READ | PROT_WRITE,
                                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

/* Gives memory a new size, and possibly a new place. Returns it or NULL. */
static inline void *fork_system_remap(void *memory, size_t size, size_t wanted)
{
    return fork_system_memory(fork_system(SYS_mremap, (long)memory, (long)size,
                                          (long)wanted, MREMAP_MAYMOVE, 0));
}

static inline void fork_system_unmap(void *memory, size_t size)
{
    fork_system(SYS_munmap, (long)memory, (long)size, 0, 0, 0);
}

/* Moves the end of the heap. Returns where it is then. 0: asks only. */
static inline unsigned long fork_system_break(unsigned long end)
{
    return (unsigned long)fork_system(SYS_brk, (long)end, 0, 0, 0, 0);
}

static inline long fork_system_set_map(const struct prctl_mm_map *map,
                                       size_t size)
{
    return fork_system(SYS_prctl, PR_SET_MM, PR_SET_MM_MAP, (long)map,
                       (long)size, 0);
}

static inline void fork_system_protect(unsigned long start, size_t size,
                                       int rights)
{
    fork_system(SYS_mprotect, (long)start, (long)size, rights, 0, 0);
}

#endif /* FORK_SYSTEM_H */
