/* SPDX-License-Identifier: Apache-2.0 */
/* door_copy.h: what goes to the web server's error log goes to persistd as
 * well, which keeps it for the script's owner. Nothing here waits. */

#ifndef DOOR_COPY_H
#define DOOR_COPY_H

#include "door_call.h"

/* Copies what the script has logged. */
void door_copy_log(door_call_t *call, const wire_log_t *log);

/* Copies a fault (a wire_fault_t; detail may be NULL), if the request got as
 * far as to persistd. */
void door_copy_fault(door_call_t *call, int fault, const char *detail);

#endif /* DOOR_COPY_H */
