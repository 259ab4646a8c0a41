/* SPDX-License-Identifier: Apache-2.0 */
/* doctor.h: the command `doctor`, and what its checks share. Each check prints
 * its findings. None of them writes into the folder. */

#ifndef DOCTOR_H
#define DOCTOR_H

#include "ctl_options.h"
#include "doctor/doctor_diagnosis.h"
#include "doctor/doctor_htaccess.h"
#include "doctor/doctor_http.h"
#include "doctor/doctor_pools.h"
#include "doctor/doctor_run.h"
#include "doctor/doctor_sections.h"
#include "doctor/doctor_server.h"
#include "doctor/doctor_sites.h"
#include "doctor/doctor_source.h"
#include "doctor/doctor_who.h"

#include <limits.h>

/* The longest argument of PersistApp that is offered, NUL included. */
enum { DOCTOR_OFFER_MAX = 256 };

typedef struct doctor {
    const ctl_options_t *options;
    char folder[PATH_MAX];   /* without symbolic links */
    char entry[PATH_MAX];    /* the application's file; "": not found */
    const char *object;      /* "module:name" of PersistApp, or NULL */
    int is_app;              /* the folder is meant, and not one script */
    int is_cgi;              /* copies of persist-cgi serve it: doctor_cgi.h */
    doctor_htaccess_t lines; /* of .htaccess, or of .persist if is_cgi */
    doctor_who_t who;        /* httpd's User */
    doctor_server_t server;
    doctor_sites_t sites;
    doctor_sections_t sections;
    int has_curl;
    doctor_pools_t pools;
    doctor_facts_t facts;
    char url[DOCTOR_URL_MAX]; /* of the folder, ends with a slash; or "" */
    char address[256];        /* where to connect, or "": to the URL's host */
    doctor_output_t output;   /* of the program that ran last */
} doctor_t;

/* `persistctl doctor [DIR] [--url URL]`: checks a folder with an application.
 * DIR may also be one script. Returns CTL_DONE when all is well, CTL_FAILED
 * when something is wrong or could not be checked. */
ctl_command_fn doctor;

/* Finds the folder, and its .htaccess or .persist. Returns 0, or -1 when there
 * is no such folder. */
int doctor_place(doctor_t *d);

/* Reads httpd's configuration files, whose names have been found. */
void doctor_configuration(doctor_t *d);

/* Finds out whether an application or a script is meant, and its file. */
void doctor_find_entry(doctor_t *d);

/* Returns the argument of the PersistApp that is in force, as far as it can be
 * read, or NULL. */
const char *doctor_app(const doctor_t *d);

/* True if httpd's configuration, and not .htaccess, makes the folder an
 * application, or its files scripts. */
int doctor_is_configured(const doctor_t *d);

/* True if the entry file is no guess: it was named. */
int doctor_knows_entry(const doctor_t *d);

/* Takes the script of a pool for the entry file, if it is in the folder. */
void doctor_learn_entry(doctor_t *d, const char *script);

/* The way to the folder's files, for httpd's User. */
void doctor_modes(doctor_t *d);

/* Prints what opens a way to him. */
void doctor_open_way(const doctor_t *d, const doctor_obstacle_t *obstacle);

/* Returns 1 if the program, and with it what is in the folder, may be run: root
 * runs it as httpd's User alone, and others run nothing that a third user can
 * change. Else returns 0 with the path of that, or "" for root. */
int doctor_may_run(const doctor_t *d, const char *program,
                   char where[PATH_MAX]);

/* The #! line, if the entry file starts itself; else the virtual environment.
 * Returns 0, or -1 if the application cannot be started. */
int doctor_start(doctor_t *d);

/* True if the entry file is executed by itself, without a runner. */
int doctor_starts_itself(const doctor_t *d);

/* The words of PersistInterpreter for the entry file's extension, or NULL. */
const char *const *doctor_interpreter(const doctor_t *d);

/* Runs the words in the folder, as the user and with the variables that a
 * worker has, as far as we know them; but Python writes no bytecode into the
 * folder. Works like doctor_run(), with the errors in d->output as well. */
int doctor_run_as_worker(doctor_t *d, const char *const *words, int seconds);

/* Says that PersistApp finds no file, and what it could name. */
void doctor_offer(const doctor_t *d);

/* Warns of an entry file in Python that starts a server of its own: such a
 * worker never gets ready. Returns 0, or -1 after that warning. */
int doctor_own_server(const doctor_t *d);

/* Loads the application as a worker would, and compares versions. If it has
 * answered already, a failure here is only worth a warning. */
void doctor_application(doctor_t *d);

/* The runtime directory, and whether a persistd answers. */
void doctor_runtime(doctor_t *d);

/* Finds the folder's URL. Returns 0, or -1 when it is not known, which
 * doctor_blame_address() prints. */
int doctor_address(doctor_t *d);
void doctor_blame_address(const doctor_t *d);

/* Sends a request to the application, if the URL is known, and asks persistd;
 * prints nothing. */
void doctor_ask(doctor_t *d);

/* True if the application has answered it. */
int doctor_serves(const doctor_t *d);

/* Fetches a file of the folder by its URL. Returns 0, or -1 if that is too
 * long. */
int doctor_get(doctor_t *d, doctor_answer_t *answer, const char *name);

/* Prints what is exposed, and what keeps requests from the application. */
void doctor_secrets(doctor_t *d);
void doctor_answer(doctor_t *d);

/* Prints the cause with its mends, and what it shows to be well. */
void doctor_explain(const doctor_t *d, doctor_cause_t cause);

/* Finds the first symbolic link on the way to the entry file. Returns 1, or 0
 * if there is none. */
int doctor_find_link(const doctor_t *d, char link[PATH_MAX]);

/* Prints that httpd may refuse that one, and what mends it. */
void doctor_blame_link(const doctor_t *d);

/* Prints the modes of .env, and of .htaccess what should not stand there. */
void doctor_env(const doctor_t *d);
void doctor_lines(const doctor_t *d);

/* Warns of databases of SQLite that httpd's User may not write. */
void doctor_database(doctor_t *d);

/* Reads at most `size` - 1 bytes of a file of the folder, and puts a NUL behind
 * them. Returns their number, or -1 with errno. */
long doctor_read(const doctor_t *d, const char *name, char *bytes, size_t size);

/* Writes the path of a file of the folder. Returns `path`. */
const char *doctor_path(const doctor_t *d, const char *name,
                        char path[PATH_MAX]);

/* Returns the entry file's path in the folder: "app.wsgi", "shop/wsgi.py". */
const char *doctor_entry_name(const doctor_t *d);

#endif /* DOCTOR_H */
