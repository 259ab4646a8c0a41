/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_address.c: finds the folder's URL: --url, or httpd's configuration. */

#include "doctor/doctor.h"
#include "doctor/doctor_http.h"
#include "doctor/doctor_report.h"
#include "doctor/doctor_url.h"

#include "common_shell.h"

#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CONFIGURATION_MAX (1024 * 1024)

static void read_file(doctor_sites_t *sites, const char *path, char *text)
{
    size_t len = 0;
    FILE *file = fopen(path, "re");
    if (!file)
        return;
    len = fread(text, 1, CONFIGURATION_MAX - 1, file);
    text[len] = '\0';
    fclose(file);
    doctor_sites_read(sites, text);
}

static void read_all(doctor_sites_t *sites, char *files)
{
    char *text = malloc(CONFIGURATION_MAX), *rest = NULL;
    for (char *path = strtok_r(files, "\n", &rest); text && path;
         path = strtok_r(NULL, "\n", &rest))
        read_file(sites, path, text);
    free(text);
}

/* mod_userdir: public_html of a home directory is /~name. */
static void show_home(const doctor_t *d, doctor_sites_t *sites)
{
    char home[PATH_MAX];
    struct stat about;
    struct passwd *user;
    if (!d->server.has_userdir || stat(d->folder, &about) != 0 ||
        !(user = getpwuid(about.st_uid)))
        return;
    int len = snprintf(home, sizeof(home), "%s/public_html", user->pw_dir);
    if (len >= (int)sizeof(home) || strncmp(d->folder, home, (size_t)len) != 0)
        return;
    sites->main.matched = (size_t)len;
    snprintf(sites->main.prefix, sizeof(sites->main.prefix), "/~%s",
             user->pw_name);
}

static int from_configuration(doctor_t *d)
{
    doctor_sites_t sites = {.folder = d->folder};
    read_all(&sites, d->server.files);
    show_home(d, &sites);
    const doctor_site_t *site = doctor_sites_find(&sites);
    if (!site)
        return -1;
    snprintf(d->address, sizeof(d->address), "%s",
             site->address[0] ? site->address : "127.0.0.1");
    return doctor_sites_url(site, d->folder, d->url, sizeof(d->url));
}

static int given(doctor_t *d)
{
    const char *url = d->options->url;
    size_t len = strlen(url);
    if (!doctor_url_is_good(url) || len + 2 > sizeof(d->url))
        return -1;
    snprintf(d->url, sizeof(d->url), "%s%s", url,
             url[len - 1] == '/' ? "" : "/");
    return 0;
}

int doctor_address(doctor_t *d)
{
    if (!doctor_http_can(&d->output)) {
        doctor_say(DOCTOR_UNKNOWN, "URL",
                   "curl is not there, so nothing was fetched");
        doctor_mend("sudo apt install curl");
        return -1;
    }
    if (d->options->url ? given(d) == 0 : from_configuration(d) == 0)
        return 0;
    doctor_say(DOCTOR_UNKNOWN, "URL", "%s",
               d->options->url ? "--url is no URL of HTTP"
                               : "httpd's configuration does not tell it, so "
                                 "nothing was fetched");
    doctor_mend("persistctl doctor %s --url http://HOST/PATH/",
                common_shell_quote(d->folder));
    return -1;
}
