/* SPDX-License-Identifier: Apache-2.0 */
/* pump_script.h: an asynchronous worker for tests. By the path of a request:
 * /held is answered when /release comes; /sum reads the body and answers with
 * its length and sum; /large answers with PUMP_LARGE bytes; /file passes two
 * files; /wait answers with the news that it gets; all others with their path.
 */

#ifndef PUMP_SCRIPT_H
#define PUMP_SCRIPT_H

#include "persist/worker.h"

#define PUMP_UNITS 100
#define PUMP_LARGE (3u << 20)

/* A script for player_start(). At its end it prints what was most kept, and how
 * many requests were late and gone. */
int pump_script(persist_worker_t *worker);

#endif /* PUMP_SCRIPT_H */
