/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_fault.h: the answer in the place of a program that has failed. */

#ifndef CGI_FAULT_H
#define CGI_FAULT_H

#include "cgi_exchange.h"

/* Answers with a status from 500 on. Visitors get httpd's own page, or, of a
 * server that does not take faults, the text. If httpd has asked for the
 * program's output (common_program_log.h), that goes instead of the text, as
 * far as it is held. flags: PERSIST_AFTER or 0. */
void cgi_fault_answer(cgi_exchange_t *exchange, unsigned status,
                      const char *text, unsigned flags);

#endif /* CGI_FAULT_H */
