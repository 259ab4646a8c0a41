/* SPDX-License-Identifier: Apache-2.0 */
/* persist_file.h: a file that a worker has passed, as part of a response. */

#ifndef PERSIST_FILE_H
#define PERSIST_FILE_H

#include "wire_message.h"

#include <apr_buckets.h>
#include <httpd.h>

/* Checks that the part which the frame names can be read from fd. Returns 0,
 * WIRE_FAULT_PROTOCOL (no regular file, or not open for reading), or
 * WIRE_FAULT_FILE_SHORT. */
int persist_file_check(int fd, const wire_file_t *part);

/* Appends the file's bytes to bb without reading them. fd is closed with the
 * last bucket. Reading fails if the file has been truncated meanwhile: the
 * request is logged as PERSIST4008, and an error bucket takes the place of the
 * rest, because some filters check nothing else. */
void persist_file_append(apr_bucket_brigade *bb, request_rec *r, int fd,
                         apr_off_t offset, apr_off_t length);

/* True if b is a part of such a file. */
int persist_file_is(const apr_bucket *b);

#endif /* PERSIST_FILE_H */
