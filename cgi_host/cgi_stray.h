/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_stray.h: a child that no answer of a fork server names. A server that
 * ends between a fork and its answer leaves one. */

#ifndef CGI_STRAY_H
#define CGI_STRAY_H

#include <sys/types.h>

/* Finds a child of this process that is none of the known ones, of which fork
 * servers must be some. No server may owe an answer. The child gets a process
 * group of its own, as its server would have asked for. Returns the pid, which
 * the caller must reap; 0 if there is none; or -1 with errno if /proc does not
 * list the children (ENOENT without CONFIG_PROC_CHILDREN, which fork servers
 * need, too). */
pid_t cgi_stray_find(int (*is_known)(pid_t pid));

#endif /* CGI_STRAY_H */
