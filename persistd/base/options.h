/* SPDX-License-Identifier: Apache-2.0 */
/* options.h: persistd's command line. */

#ifndef OPTIONS_H
#define OPTIONS_H

#include "slots_table.h"

#include <sys/types.h>

typedef struct options {
    const char *instance; /* of the instance; its parent directory exists */
    const char *exec;     /* path of persist-exec */
    const char *user;     /* name of the user that we run as; NULL: unknown */
    pid_t parent;         /* the parent process of httpd; 0: see own */
    /* No httpd: a user's own persistd, for persist-cgi. It ends after so many
     * seconds without a request. 0: httpd's. */
    uint32_t own;
    slots_sizes_t sizes; /* sizes of a table that has to be made */
    /* The lock is held by a persistd that was killed and does not end. */
    int anew;
    int debug; /* log changes of state, whatever SETTINGS says */
} options_t;

enum options_result {
    OPTIONS_RUN = 0,
    OPTIONS_DONE = 1, /* --help or --version was answered; exit with 0 */
    OPTIONS_WRONG = 2 /* the error is on stderr; exit with 1 */
};

enum options_result options_parse(options_t *options, int argc, char **argv);

#endif /* OPTIONS_H */
