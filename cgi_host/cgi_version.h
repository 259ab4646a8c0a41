/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_version.h: whether a file is still what it was. */

#ifndef CGI_VERSION_H
#define CGI_VERSION_H

#include <sys/stat.h>
#include <time.h>

/* What changes when a file is replaced, written to, or given other rights. A
 * file that is not there is all zeros. */
typedef struct cgi_version {
    dev_t device;
    ino_t inode;
    off_t size;
    mode_t mode;
    struct timespec written, changed;
} cgi_version_t;

cgi_version_t cgi_version_of(const char *path);

int cgi_version_is(const cgi_version_t *version, const char *path);

/* The same of a directory: it is another one if a link leads elsewhere, not if
 * files in it change. */
cgi_version_t cgi_version_of_directory(const char *path);

int cgi_version_is_directory(const cgi_version_t *version, const char *path);

#endif /* CGI_VERSION_H */
