/* SPDX-License-Identifier: Apache-2.0 */
/* persist_output_test.c: the runs of a frame arrive complete and in order,
 * however little the socket takes at once. */

#include "exchange/persist_output.h"
#include "tap.h"
#include "wire_descriptors.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static void test_runs(void)
{
    static const char text[] = "abcdef";
    persist_output_t output;
    persist_output_clear(&output);
    persist_output_add(&output, text, 0);
    ok(!persist_output_pending(&output), "an empty run is none");
    persist_output_add(&output, text, 2);
    persist_output_add(&output, text + 2, 0);
    persist_output_add(&output, text + 2, 1);
    ok(output.count == 1, "what lies right behind a run is part of it");
    persist_output_add(&output, text + 4, 2);
    persist_output_add(&output, text, 1);
    ok(output.count == 3, "what lies elsewhere is not");
}

static void test_send(int fds[2])
{
    static const char text[] = "abcdef";
    char got[8] = "";
    persist_output_t output;
    persist_output_clear(&output);
    persist_output_add(&output, text + 3, 3);
    ok(persist_output_send(&output, fds[0]) == 3 &&
           read(fds[1], got, sizeof(got)) == 3 && memcmp(got, "def", 3) == 0,
       "one run is sent");
    persist_output_clear(&output);
    persist_output_add(&output, text + 4, 2);
    persist_output_add(&output, text, 2);
    ok(persist_output_send(&output, fds[0]) == 4 &&
           read(fds[1], got, sizeof(got)) == 4 && memcmp(got, "efab", 4) == 0 &&
           !persist_output_pending(&output),
       "two are sent in their order");
}

/* A descriptor goes with the first byte, and only with that. */
static void test_pass(int fds[2])
{
    char byte;
    int passed, first;
    persist_output_t output;
    persist_output_clear(&output);
    persist_output_add(&output, "ab", 1);
    persist_output_pass(&output, STDERR_FILENO);
    persist_output_send(&output, fds[0]);
    persist_output_add(&output, "b", 1);
    persist_output_send(&output, fds[0]);
    wire_descriptors_receive(fds[1], &byte, 1, 0, &first);
    wire_descriptors_receive(fds[1], &byte, 1, 0, &passed);
    ok(first >= 0 && byte == 'b' && passed < 0,
       "a descriptor is passed with one byte");
    close(first);
}

/* Sends more than a socket takes, first as one run, then as two. */
static void test_slow_reader(int fds[2], size_t size, size_t split)
{
    char *data = malloc(size), *got = malloc(size);
    persist_output_t output;
    size_t sent = 0, have = 0;
    if (!data || !got)
        bail_out("no memory");
    for (size_t i = 0; i < size; i++)
        data[i] = (char)(i * 7 % 251);
    persist_output_clear(&output);
    persist_output_add(&output, data + split, size - split);
    persist_output_add(&output, data, split);
    while (persist_output_pending(&output)) {
        long n = persist_output_send(&output, fds[0]);
        if (n < 0)
            break;
        sent += (size_t)n;
        while (have < sent)
            have += (size_t)read(fds[1], got + have, size - have);
    }
    ok(sent == size && have == size &&
           memcmp(got, data + split, size - split) == 0 &&
           memcmp(got + size - split, data, split) == 0,
       split ? "two large runs arrive whole" : "a large run arrives whole");
    free(data);
    free(got);
}

static void test_end(int fds[2])
{
    persist_output_t output;
    persist_output_clear(&output);
    persist_output_add(&output, "x", 1);
    close(fds[1]);
    ok(persist_output_send(&output, fds[0]) == -1 &&
           persist_output_pending(&output),
       "a reader that is gone is an error, not a signal");
}

int main(void)
{
    int fds[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) != 0)
        bail_out("no sockets");
    test_runs();
    test_send(fds);
    test_pass(fds);
    test_slow_reader(fds, (size_t)2 << 20, 0);
    test_slow_reader(fds, (size_t)2 << 20, 12345);
    test_end(fds);
    return done_testing();
}
