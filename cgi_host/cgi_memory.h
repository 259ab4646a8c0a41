/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_memory.h: PersistMemoryLimit HARD, for each program that runs. */

#ifndef CGI_MEMORY_H
#define CGI_MEMORY_H

#include "cgi_exchange.h"

#include <stdint.h>

/* Kills the program's group if one of its processes uses `most` bytes (as
 * cgi_family_largest() has it): says so in the log, and ends the answer. */
void cgi_memory_check(cgi_exchange_t *exchange, uint64_t most);

#endif /* CGI_MEMORY_H */
