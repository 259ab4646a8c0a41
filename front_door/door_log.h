/* SPDX-License-Identifier: Apache-2.0 */
/* door_log.h: lines of the web server's error log. persist-cgi writes them to
 * its standard error. */

#ifndef DOOR_LOG_H
#define DOOR_LOG_H

#include "wire_frame.h"

/* Writes one line, prefixed with the program's name. */
void door_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes the line for a wire_fault_t: its code, its text and, if there is one,
 * what more is known. Of a text with more lines (what a script printed) the
 * first one; persistd's log has them all. */
void door_log_fault(int fault, const char *detail);

/* Writes text of a worker. It is hostile: each line is a line of its own, and
 * control characters become question marks. */
void door_log_text(wire_bytes_t text);

#endif /* DOOR_LOG_H */
