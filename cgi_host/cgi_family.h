/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_family.h: the processes of a program: the one that was started, and its
 * descendants in the same process group. */

#ifndef CGI_FAMILY_H
#define CGI_FAMILY_H

#include <stdint.h>
#include <sys/types.h>

/* Returns the memory of the largest one in bytes, as of common_memory(), or 0
 * if that is not known. The sizes are not added up: the memory of a process
 * between fork and exec would count twice. Looks at 64 processes at most, the
 * nearest ones first. program: a child that has not been reaped. Its
 * descendants must not be signalled by number: they may end at any time, and
 * their numbers be given to others. */
uint64_t cgi_family_largest(pid_t program);

#endif /* CGI_FAMILY_H */
