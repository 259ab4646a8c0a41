/* SPDX-License-Identifier: Apache-2.0 */
/* hello.c: the smallest worker in C. Compile it with
 * `cc hello.c $(pkg-config --cflags --libs persist-worker) -o hello.persist`
 * and put it into a directory with `SetHandler persist-script`. */

#include <persist/worker.h>

#include <stdio.h>

int main(void)
{
    persist_worker_t *worker =
        persist_worker_open("c " PERSIST_WORKER_VERSION, 0);
    if (!worker) {
        perror("hello: not started by persistd");
        return 1;
    }
    persist_request_t *request = NULL;
    while ((request = persist_worker_next(worker, request)))
        persist_request_respond(request, 200,
                                PERSIST_BLOCK("Content-Type\0text/plain"),
                                "hello\n", 6, 0);
    persist_worker_destroy(worker);
    return 0;
}
