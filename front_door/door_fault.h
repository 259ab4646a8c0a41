/* SPDX-License-Identifier: Apache-2.0 */
/* door_fault.h: answers a request in the script's place. */

#ifndef DOOR_FAULT_H
#define DOOR_FAULT_H

#include <stdint.h>

/* Logs the fault (a wire_fault_t; detail may be NULL) and writes a CGI response
 * with its status. The client sees the code alone. retry_ms: when to come
 * again; 0: unknown. */
void door_fault_answer(int fault, const char *detail, uint64_t retry_ms);

/* The same for what is wrong before there is a script: 500, and the sentence in
 * the log alone. */
void door_fault_refuse(const char *why);

#endif /* DOOR_FAULT_H */
