/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_address.c: finds the folder's URL: --url, or httpd's configuration. */

#include "doctor/doctor.h"
#include "doctor/doctor_http.h"
#include "doctor/doctor_report.h"
#include "doctor/doctor_url.h"

#include "common_shell.h"

#include <stdio.h>
#include <string.h>

static int from_configuration(doctor_t *d)
{
    const doctor_site_t *site = doctor_sites_find(&d->sites);
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
    d->has_curl = doctor_http_can(&d->output);
    if (!d->has_curl ||
        (d->options->url ? given(d) : from_configuration(d)) != 0)
        d->url[0] = '\0';
    return d->url[0] ? 0 : -1;
}

void doctor_blame_address(const doctor_t *d)
{
    if (!d->has_curl) {
        doctor_say(DOCTOR_UNKNOWN, "URL",
                   "curl is not there, so nothing was fetched");
        doctor_mend("sudo apt install curl");
        return;
    }
    doctor_say(DOCTOR_UNKNOWN, "URL", "%s",
               d->options->url ? "--url is no URL of HTTP"
                               : "httpd's configuration does not tell it, so "
                                 "nothing was fetched");
    doctor_mend("persistctl doctor %s --url http://HOST/PATH/",
                common_shell_quote(d->folder));
}
