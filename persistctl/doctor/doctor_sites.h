/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_sites.h: at which URL httpd's configuration shows a folder. */

#ifndef DOCTOR_SITES_H
#define DOCTOR_SITES_H

#include "doctor/doctor_words.h"

#include <stddef.h>

enum { DOCTOR_URL_MAX = 8192 };

/* The main server, or a <VirtualHost>. */
typedef struct doctor_site {
    char name[256];    /* ServerName, or "" */
    char address[256]; /* where it listens; "": everywhere */
    int port;          /* 0: not known */
    int tls;
    size_t matched;    /* bytes of the folder's path that `prefix` stands for */
    char prefix[1024]; /* "" for DocumentRoot, or that of an Alias */
} doctor_site_t;

/* Begins with zeros, and a folder. */
typedef struct doctor_sites {
    const char *folder; /* without symbolic links */
    int has_userdir;    /* httpd has loaded mod_userdir */
    int in_host;
    doctor_site_t main, host, best;
} doctor_sites_t;

/* Takes the next line of the configuration: DocumentRoot, Alias, UserDir,
 * ServerName, Listen, <VirtualHost> or SSLEngine. Values with variables (${…})
 * are left out. */
void doctor_sites_take(doctor_sites_t *sites, const doctor_words_t *words);

/* Returns the site that shows the folder, with the longest match, or NULL. */
const doctor_site_t *doctor_sites_find(const doctor_sites_t *sites);

/* Writes the folder's URL, with a slash at its end. Returns 0, or -1 when it
 * does not fit. */
int doctor_sites_url(const doctor_site_t *site, const char *folder, char *url,
                     size_t size);

#endif /* DOCTOR_SITES_H */
