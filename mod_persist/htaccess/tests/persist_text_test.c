/* SPDX-License-Identifier: Apache-2.0 */
/* persist_text_test.c: which files are read, and which are not. */

#include "htaccess/persist_local.h"
#include "htaccess/persist_text.h"

#include "common_system.h"
#include "tap.h"

#include <apr_general.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static apr_pool_t *pool;
static char dir[] = "/tmp/ptXXXXXX";

static persist_text_result_t read_it(const char *path, persist_text_t *text)
{
    struct stat st;
    return persist_text_read(path, pool, text, &st);
}

static void write_it(const char *path, size_t size)
{
    char byte = '#';
    int fd = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0644);
    if (fd < 0)
        bail_out("no file");
    while (size-- > 0)
        if (write(fd, &byte, 1) != 1)
            bail_out("no byte");
    close(fd);
}

static void test_others(void)
{
    persist_text_t text;
    is_int(read_it("absent", &text), PERSIST_TEXT_ABSENT, "an absent file");
    if (mkdir("directory", 0755) != 0 || mkfifo("fifo", 0644) != 0 ||
        symlink("loop", "loop") != 0)
        bail_out("no such files");
    is_int(read_it("directory", &text), PERSIST_TEXT_UNFIT, "a directory");
    is_int(read_it("fifo", &text), PERSIST_TEXT_UNFIT,
           "a FIFO without a writer, without waiting");
    is_int(read_it("/dev/zero", &text), PERSIST_TEXT_UNFIT, "a device");
    is_int(read_it("loop", &text), PERSIST_TEXT_UNFIT, "a link to itself");
    write_it("file", 1);
    is_int(read_it("file/x", &text), PERSIST_TEXT_UNFIT, "a file below a file");
    is_int(read_it("/proc/self/comm", &text), PERSIST_TEXT_UNFIT,
           "a file that is made up, though its directory may be real");
    write_it("long", PERSIST_TEXT_MAX + 1);
    is_int(read_it("long", &text), PERSIST_TEXT_UNFIT, "a long file");
}

/* Reads the file right after a change. On a busy machine it might not be new
 * any more when it is read: then once again. */
static persist_text_result_t read_new(const char *path, persist_text_t *text)
{
    persist_text_result_t result;
    time_t then;
    do {
        then = time(NULL);
        if (chmod(path, 0644) != 0)
            bail_out("no change");
        result = read_it(path, text);
    } while (time(NULL) - then >= PERSIST_TEXT_SETTLED_S);
    return result;
}

/* The files of this test are new; the program itself is not. */
static void test_settled(void)
{
    persist_text_t text;
    write_it("new", PERSIST_TEXT_MAX);
    is_int(read_new("new", &text), PERSIST_TEXT_UNSETTLED,
           "a file that has just been written");
    is_int(read_it("/etc/passwd", &text), PERSIST_TEXT_READ, "an old file");
    ok(text.end > text.at &&
           memchr(text.at, '\n', (size_t)(text.end - text.at)),
       "with its text");
}

static void test_local(void)
{
    ok(!persist_local_is("/proc"), "/proc is made up");
    ok(!persist_local_is("nowhere"), "what is not there is not local");
#ifdef COMMON_LINUX
    ok(persist_local_is("/dev/shm"), "a tmpfs is");
#else
    ok(!persist_local_is("/dev/shm"), "without a way to tell, nothing is");
#endif
}

int main(void)
{
    apr_initialize();
    apr_pool_create(&pool, NULL);
    if (!mkdtemp(dir) || chdir(dir) != 0)
        bail_out("no directory");
    test_others();
    test_settled();
    test_local();
    apr_pool_destroy(pool);
    return done_testing();
}
