/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_host.h: a worker whose requests are answered by programs that it starts.
 * Why: docs/decisions/cgi-programs-have-a-host.md */

#ifndef CGI_HOST_H
#define CGI_HOST_H

#include <persist/worker.h>

#include <stdint.h>

/* Answers requests until persistd orders the end, and all are answered.
 * capacity: how many programs may run at a time. memory: bytes that a process
 * of a program may use; 0: no limit. command: as of cgi_exchange_begin().
 * Returns 0, or -1 with errno. */
int cgi_host_run(persist_worker_t *worker, unsigned capacity, uint64_t memory,
                 char *const *command);

#endif /* CGI_HOST_H */
