/* SPDX-License-Identifier: Apache-2.0 */
/* fork_bind_test.c: a child finds the functions that the loader would find, and
 * need not look for them. */

#include "fork_play.h"

#include <fcntl.h>
#include <unistd.h>

static char *const argv[] = {"lazy", NULL};

/* How a program, and its library, can be linked. */
static const struct {
    const char *program, *library, *name;
} links[] = {
    {"-Wl,-z,lazy", "-Wl,-z,lazy", "lazily"},
    {"-Wl,-z,now", "-Wl,-z,lazy", "a lazy library"},
    {"-Wl,-z,lazy", "-Wl,-z,lazy -DHOOKS", "a library with hooks"},
    {"-Wl,-z,lazy -DHAS_ENTRY", "-Wl,-z,lazy", "an entry as an address"},
    {"-no-pie -fno-pie -Wl,-z,lazy", "-Wl,-z,lazy", "at a fixed address"},
};
#define LINKS (sizeof(links) / sizeof(links[0]))

static const char *build(size_t link)
{
    char name[32], flags[512];
    snprintf(flags, sizeof(flags), "-DLIBRARY -shared -fPIC -fno-builtin %s",
             links[link].library);
    snprintf(name, sizeof(name), "lazy%zu.so", link);
    const char *library = play_build("lazy", name, flags);
    snprintf(flags, sizeof(flags),
             "-fno-builtin -rdynamic -Wl,--unresolved-symbols=ignore-all %s %s",
             links[link].program, library);
    snprintf(name, sizeof(name), "lazy%zu", link);
    return play_build("lazy", name, flags);
}

static void test_same(const char *program, const char *name)
{
    char *envp[] = {"DO=12 hours", NULL};
    fork_client_t *client = play_start(program, argv, envp);
    const fork_blocks_t blocks = play_blocks(envp, "/");
    reply_t forked = play_request(client, &blocks, "");
    char *out = strdup(forked.out);
    reply_t reply = play_exec(program, argv, envp, "/", "");
    is_str(out, reply.out, name);
    is_int(forked.status, reply.status, "and ends so");
    ok(strstr(out, "rand 7\n") != NULL, "with its own function");
    ok(strstr(out, strstr(name, "hooks") ? "8, 24, " : "8, 2, ") != NULL,
       "and what a constructor chose");
    free(out);
    is_int(play_stop(client), 0, "the server ends by itself");
}

/* The server's own stderr is of no interest. */
static fork_client_t *start_quietly(const char *program, char *const envp[])
{
    int kept = dup(STDERR_FILENO), null = open("/dev/null", O_WRONLY);
    dup2(null, STDERR_FILENO);
    fork_client_t *client = play_start(program, argv, envp);
    dup2(kept, STDERR_FILENO);
    close(null);
    close(kept);
    return client;
}

/* The loader writes to stderr what it looks for in a child. */
static char *run_loudly(const char *program)
{
    char *envp[] = {"DO=12 hours", "LD_DEBUG=bindings", NULL};
    fork_client_t *client = start_quietly(program, envp);
    const fork_blocks_t blocks = play_blocks(envp, "/");
    char *out = strdup(play_request(client, &blocks, "").out);
    play_stop(client);
    return out;
}

static void test_bound(void)
{
    char *out = run_loudly(build(0));
    ok(strstr(out, "`library_rand'") != NULL,
       "a child looks for a function without a version");
    ok(strstr(out, "`rand'") != NULL, "and for one that two files have");
    ok(strstr(out, "`printf'") == NULL && strstr(out, "`strspn'") == NULL,
       "but not for those of the C library alone");
    free(out);
    out = run_loudly(play_build("plain", "plain", "-Wl,-z,now"));
    ok(strstr(out, "binding file") == NULL,
       "nor does the C library look for any itself");
    free(out);
}

int main(void)
{
    for (size_t i = 0; i < LINKS; i++)
        test_same(build(i), links[i].name);
    test_bound();
    return done_testing();
}
