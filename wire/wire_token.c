/* SPDX-License-Identifier: Apache-2.0 */
/* wire_token.c: a page of shared memory with the word that says who has the
 * request. */

#include "wire_token.h"
#include "common_system.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define TOKEN_SIZE 4096

/* The parties may be of different builds, so the places are fixed. */
_Static_assert(offsetof(wire_token_t, state) == 0, "PROTOCOL.md");
_Static_assert(offsetof(wire_token_t, sleep) == 4, "PROTOCOL.md");
_Static_assert(offsetof(wire_token_t, taken_us) == 8, "PROTOCOL.md");

#ifdef COMMON_LINUX
/* Not in the headers that we build with. */
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8u
#endif

#define SEALS (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)

int wire_token_is_known(void)
{
    return 1;
}

static wire_token_t *map(int fd)
{
    void *memory =
        mmap(NULL, TOKEN_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static int is_token(int fd)
{
    struct stat file;
    int seals = fcntl(fd, F_GET_SEALS);
    return seals >= 0 && (seals & F_SEAL_SHRINK) && fstat(fd, &file) == 0 &&
           file.st_size >= TOKEN_SIZE;
}

/* Linux since 6.3 may want to know that nobody executes the file
 * (vm.memfd_noexec); before that it does not know the flag. */
static int memory_file(unsigned flags)
{
    int fd = memfd_create("persist-token", flags | MFD_NOEXEC_SEAL);
    return fd < 0 && errno == EINVAL ? memfd_create("persist-token", flags)
                                     : fd;
}

wire_token_t *wire_token_make(int *fd)
{
    wire_token_t *token = NULL;
    *fd = memory_file(MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (*fd < 0)
        return NULL;
    if (ftruncate(*fd, TOKEN_SIZE) == 0 && fcntl(*fd, F_ADD_SEALS, SEALS) == 0)
        token = map(*fd);
    if (!token) {
        close(*fd);
        *fd = -1;
    }
    return token;
}

wire_token_t *wire_token_map(int fd)
{
    if (is_token(fd))
        return map(fd);
    errno = EINVAL;
    return NULL;
}
#else
int wire_token_is_known(void)
{
    return 0;
}

wire_token_t *wire_token_make(int *fd)
{
    *fd = -1;
    errno = ENOSYS;
    return NULL;
}

wire_token_t *wire_token_map(int fd)
{
    (void)fd;
    errno = EINVAL;
    return NULL;
}
#endif

void wire_token_drop(wire_token_t *token)
{
    if (token)
        munmap(token, TOKEN_SIZE);
}

void wire_token_offer(wire_token_t *token)
{
    atomic_store_explicit(&token->sleep, WIRE_SLEEP_UNKNOWN,
                          memory_order_relaxed);
    atomic_store(&token->state, WIRE_TOKEN_OFFERED);
}

int wire_token_is_offered(const wire_token_t *token)
{
    return atomic_load(&token->state) == WIRE_TOKEN_OFFERED;
}

static int step(wire_token_t *token, uint32_t to)
{
    uint32_t from = WIRE_TOKEN_OFFERED;
    return atomic_compare_exchange_strong(&token->state, &from, to);
}

int wire_token_withdraw(wire_token_t *token)
{
    return step(token, WIRE_TOKEN_WITHDRAWN);
}

int wire_token_take(wire_token_t *token, int64_t now)
{
    atomic_store(&token->taken_us, now);
    return step(token, WIRE_TOKEN_TAKEN);
}

void wire_token_tell_sleep(wire_token_t *token, int slept)
{
    atomic_store_explicit(&token->sleep,
                          slept ? WIRE_SLEEP_SOME : WIRE_SLEEP_NONE,
                          memory_order_relaxed);
}

enum wire_token_sleep wire_token_sleep(const wire_token_t *token)
{
    uint32_t sleep = atomic_load_explicit(&token->sleep, memory_order_relaxed);
    return sleep <= WIRE_SLEEP_SOME ? (enum wire_token_sleep)sleep
                                    : WIRE_SLEEP_UNKNOWN;
}

int64_t wire_token_taken_us(const wire_token_t *token, int64_t from, int64_t to)
{
    int64_t at = atomic_load(&token->taken_us);
    if (atomic_load(&token->state) != WIRE_TOKEN_TAKEN || at < from)
        return from;
    return at < to ? at : to;
}
