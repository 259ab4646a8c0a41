/* SPDX-License-Identifier: Apache-2.0 */
/* fork_same_test.c: a program sees the same by a fork server as by execve(2).
 */

#include "fork_play.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char *const start_envp[] = {"PATH=/usr/bin:/bin", "ONLY_AT_START=1",
                                   "HOME=/", "GONE=1", NULL};

static void is_same(const reply_t *forked, const char *out, int status,
                    const char *name)
{
    is_str(forked->out, out, name);
    is_int(forked->status, status, "and so is the status");
}

static void test_dump(void)
{
    const char *program = play_build("dump", "dump", "");
    char *argv[] = {"a name", "-x", "", NULL};
    char *more[] = {"a name", "-x", "", "one", "", "two words", NULL};
    char *envp[] = {"GATEWAY_INTERFACE=CGI/1.1",
                    "EMPTY=",
                    "PATH=/bin",
                    "HOME=/",
                    "NO_EQUALS",
                    NULL};
    umask(027);
    fork_client_t *client = play_start(program, argv, start_envp);
    fork_blocks_t blocks = play_blocks(envp, "/usr");
    blocks.arguments = "one\0\0two words";
    blocks.arguments_len = sizeof("one\0\0two words");
    for (int i = 0; i < 2; i++) {
        reply_t forked = play_request(client, &blocks, "a body\nof two");
        char *out = strdup(forked.out);
        reply_t reply =
            play_exec(program, more, envp, "/usr", "a body\nof two");
        is_int(forked.status, reply.status, "the status is the same");
        is_str(out, reply.out, "all that a program sees is the same");
        ok(strstr(out, "BY_PROGRAM=a name") != NULL, "there was much to see");
        free(out);
    }
    is_int(play_stop(client), 0, "the server ends by itself");
}

static void test_none(void)
{
    char *argv[] = {"act", NULL};
    const fork_blocks_t none = {0};
    fork_client_t *client =
        play_start(play_build("act", "act", ""), argv, start_envp);
    reply_t reply = play_request(client, &none, "");
    is_int(WEXITSTATUS(reply.status), 90, "a request without any variable");
    char *envp[] = {"DO=nothing", NULL};
    fork_blocks_t blocks = play_blocks(envp, NULL);
    blocks.arguments = "word";
    blocks.arguments_len = 5;
    reply = play_request(client, &blocks, "");
    is_same(&reply, "DO=nothing\n<word>", 0, "one variable and a word");
    blocks.directory = "/not/there";
    reply = play_request(client, &blocks, "");
    is_same(&reply, "/not/there: cannot be the current directory\n", 126 << 8,
            "a directory that is not there is reported");
    play_stop(client);
}

static void test_constructors(void)
{
    char *argv[] = {"act", NULL};
    char *envp[] = {"DO=print", "CHANGED=0", "GONE=2", "KEPT=3", NULL};
    const char *library =
        play_build("library", "libsets.so", "-DSETS -shared -fPIC");
    char flags[512];
    snprintf(flags, sizeof(flags), "-Wl,--no-as-needed %s", library);
    const char *program = play_build("act", "act-sets", flags);
    fork_client_t *client = play_start(program, argv, start_envp);
    const fork_blocks_t blocks = play_blocks(envp, "/");
    reply_t reply = play_request(client, &blocks, "");
    is_same(&reply, "DO=print\nKEPT=3\nBY_LIBRARY=one\nCHANGED=two\n", 0,
            "what a library's constructor changes is changed");
    play_stop(client);
}

static void test_large(void)
{
    enum { COUNT = 20, SIZE = 100 << 10 };
    static char large[COUNT][SIZE];
    char *argv[] = {"act", NULL};
    char *envp[COUNT + 2] = {"DO=print"};
    for (int i = 0; i < COUNT; i++) {
        memset(large[i], 'a', SIZE - 1);
        large[i][snprintf(large[i], SIZE, "LARGE%d=", i)] = 'a';
        envp[i + 1] = large[i];
    }
    fork_client_t *client = play_start(play_path("act"), argv, start_envp);
    const fork_blocks_t blocks = play_blocks(envp, "/");
    reply_t reply = play_request(client, &blocks, "");
    is_int(reply.len, blocks.environment_len, "2 MiB of variables arrive");
    is_int(reply.status, 0, "and are no trouble");
    reply = play_do(client, "exit3");
    is_int(WEXITSTATUS(reply.status), 3, "nor to the next request");
    play_stop(client);
}

static void write_script(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        bail_out("no script");
    chmod(path, 0755);
}

static void test_script(void)
{
    const char *script = play_path("script");
    char *argv[] = {(char *)script, NULL};
    char *envp[] = {"A=1", NULL};
    write_script(script, "#!/bin/sh\n"
                         "echo \"$0 $A $LD_PRELOAD $PERSIST_FORK_FD $*\"\n"
                         "cat; exec /bin/echo end");
    fork_client_t *client = play_start(script, argv, start_envp);
    const fork_blocks_t blocks = play_blocks(envp, "/");
    reply_t forked = play_request(client, &blocks, "in");
    char *out = strdup(forked.out);
    reply_t reply = play_exec(script, argv, envp, "/", "in");
    is_str(out, reply.out, "a script of the shell does the same");
    is_int(forked.status, reply.status, "with the same end");
    free(out);
    play_stop(client);
}

int main(void)
{
    test_dump();
    test_none();
    test_constructors();
    test_large();
    test_script();
    return done_testing();
}
