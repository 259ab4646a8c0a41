/* SPDX-License-Identifier: Apache-2.0 */
/* options.h: the command line of persist-app. persist-app.1 describes it. */

#ifndef OPTIONS_H
#define OPTIONS_H

typedef struct options {
    const char *folder; /* NULL: the folder of ENTRY */
    const char *object; /* NULL, or "module:name" */
    int is_auto;        /* ENTRY was found by its name */
    char **interpreter; /* words, then NULL; outranks all others */
    char **fallback;    /* the same; it only outranks the system's own */
    const char *entry;  /* a file, or a folder that is searched for one */
    char **arguments;   /* those behind ENTRY, then NULL */
} options_t;

/* Ends the process if the command line is wrong. The arrays stay allocated. */
void options_read(options_t *options, int argc, char **argv);

#endif /* OPTIONS_H */
