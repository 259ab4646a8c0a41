/* SPDX-License-Identifier: Apache-2.0 */
/* pw_stderr.h: log lines that concern the worker and no single request.
 * persistd copies the worker's stderr into httpd's error log. */

#ifndef PW_STDERR_H
#define PW_STDERR_H

/* Writes one line to stderr, made like printf(3) and cut after 511 bytes. The
 * function adds the prefix "persist_worker: " and the newline. */
void pw_stderr(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Logs that a peer broke the protocol and that its connection is closed. what
 * names the violation; it appears in parentheses. */
void pw_stderr_violation(const char *what);

#endif /* PW_STDERR_H */
