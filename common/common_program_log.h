/* SPDX-License-Identifier: Apache-2.0 */
/* common_program_log.h: how httpd gets the output of a CGI program that failed,
 * for ScriptLog. A request with this variable asks persist-cgi-host for it. The
 * body of a RESPONSE with WIRE_FAILED is then what the program has written, and
 * not a text for visitors. */

#ifndef COMMON_PROGRAM_LOG_H
#define COMMON_PROGRAM_LOG_H

#define COMMON_PROGRAM_LOG "PERSIST_SCRIPT_LOG"
#define COMMON_PROGRAM_LOG_MAX (64u << 10) /* bytes; the rest is left out */

#endif /* COMMON_PROGRAM_LOG_H */
