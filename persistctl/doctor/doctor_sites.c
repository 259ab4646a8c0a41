/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_sites.c: compares DocumentRoot, Alias and UserDir with a folder. It
 * knows no more of httpd's syntax than sites commonly have; `--url` is for the
 * others.
 */

#include "doctor/doctor_sites.h"
#include "doctor/doctor_home.h"
#include "doctor/doctor_url.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Returns the bytes of the folder's path that this directory, by any path,
 * stands for: 0 if the folder is not in it. */
static size_t match(const char *folder, const char *directory)
{
    char real[PATH_MAX];
    if (strstr(directory, "${") || !realpath(directory, real))
        return 0;
    size_t len = strcmp(real, "/") == 0 ? 0 : strlen(real);
    if (strncmp(folder, real, len) != 0)
        return 0;
    return folder[len] == '/' || folder[len] == '\0' ? len : 0;
}

static void show(doctor_site_t *site, const char *folder, const char *prefix,
                 const char *directory)
{
    size_t len = match(folder, directory);
    size_t end = strlen(prefix);
    if (len <= site->matched)
        return;
    site->matched = len;
    end -= end > 0 && prefix[end - 1] == '/';
    snprintf(site->prefix, sizeof(site->prefix), "%.*s", (int)end, prefix);
}

static int is_anywhere(const char *address)
{
    return strcmp(address, "*") == 0 || strcmp(address, "[::]") == 0 ||
           strcmp(address, "0.0.0.0") == 0 ||
           strcasecmp(address, "_default_") == 0;
}

/* "80", "*:80", "192.0.2.7:80", "[2001:db8::1]:80", "example.org" */
static void listen_at(doctor_site_t *site, const char *where)
{
    const char *colon = strrchr(where, ':');
    const char *port = colon && !strchr(colon, ']') ? colon + 1 : where;
    size_t len = port > where ? (size_t)(port - where) - 1 : strlen(where);
    if (port == where && strspn(where, "0123456789") == len)
        len = 0;
    snprintf(site->address, sizeof(site->address), "%.*s", (int)len, where);
    if (is_anywhere(site->address) || strchr(where, '$'))
        site->address[0] = '\0';
    site->port = atoi(port);
}

/* "www.example.org", "https://www.example.org:8443" */
static void be_named(doctor_site_t *site, const char *name)
{
    if (strncasecmp(name, "https://", 8) == 0)
        site->tls = 1;
    const char *host = strstr(name, "://");
    host = host ? host + 3 : name;
    snprintf(site->name, sizeof(site->name), "%.*s",
             (int)(*host == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":")),
             host);
}

static void end_host(doctor_sites_t *sites)
{
    if (sites->host.matched > sites->best.matched)
        sites->best = sites->host;
    sites->in_host = 0;
}

static void begin_host(doctor_sites_t *sites, const char *line)
{
    char where[sizeof(sites->host.address)];
    snprintf(where, sizeof(where), "%.*s", (int)strcspn(line, ">"), line);
    sites->host = (doctor_site_t){.port = 0};
    listen_at(&sites->host, where);
    sites->in_host = 1;
}

/* "UserDir disabled root" and "UserDir enabled" are about users alone. */
static void show_homes(doctor_site_t *site, const char *folder,
                       const doctor_words_t *words)
{
    doctor_home_t home;
    char prefix[sizeof(home.user) + 2];
    if (words->count < 2 || strcasecmp(words->at[1], "disabled") == 0 ||
        strcasecmp(words->at[1], "enabled") == 0)
        return;
    for (int i = 1; i < words->count; i++) {
        if (doctor_home_find(&home, words->at[i], folder) != 0)
            continue;
        snprintf(prefix, sizeof(prefix), "/~%s", home.user);
        show(site, folder, prefix, home.directory);
    }
}

/* Returns 0 if the line is none that begins or ends a host. */
static int enter(doctor_sites_t *sites, const doctor_words_t *words)
{
    if (doctor_words_is(words, "<VirtualHost") && words->count > 1)
        begin_host(sites, words->at[1]);
    else if (doctor_words_is(words, "</VirtualHost>"))
        end_host(sites);
    else
        return 0;
    return 1;
}

static void name_site(doctor_site_t *site, const doctor_words_t *words,
                      const char *first)
{
    if (doctor_words_is(words, "ServerName"))
        be_named(site, first);
    else if (doctor_words_is(words, "SSLEngine"))
        site->tls = strcasecmp(first, "on") == 0;
}

static void show_site(const doctor_sites_t *sites, doctor_site_t *site,
                      const doctor_words_t *words, const char *first)
{
    if (doctor_words_is(words, "DocumentRoot"))
        show(site, sites->folder, "", first);
    else if (doctor_words_is(words, "Alias") && words->count == 3)
        show(site, sites->folder, first, words->at[2]);
    else if (doctor_words_is(words, "UserDir") && sites->has_userdir)
        show_homes(site, sites->folder, words);
}

void doctor_sites_take(doctor_sites_t *sites, const doctor_words_t *words)
{
    doctor_site_t *site = sites->in_host ? &sites->host : &sites->main;
    const char *first = words->count > 1 ? words->at[1] : "";
    if (enter(sites, words))
        return;
    if (doctor_words_is(words, "Listen") && sites->main.port == 0)
        listen_at(&sites->main, first);
    name_site(site, words, first);
    show_site(sites, site, words, first);
}

const doctor_site_t *doctor_sites_find(const doctor_sites_t *sites)
{
    const doctor_site_t *site = &sites->best;
    if (sites->main.matched > site->matched)
        site = &sites->main;
    return site->matched > 0 ? site : NULL;
}

int doctor_sites_url(const doctor_site_t *site, const char *folder, char *url,
                     size_t size)
{
    char base[sizeof(site->name) + sizeof(site->prefix) + 32];
    const char *host = site->name[0]      ? site->name
                       : site->address[0] ? site->address
                                          : "127.0.0.1";
    int usual = site->tls ? 443 : 80;
    snprintf(base, sizeof(base), "%s://%s", site->tls ? "https" : "http", host);
    if (site->port != 0 && site->port != usual)
        snprintf(base + strlen(base), sizeof(base) - strlen(base), ":%d",
                 site->port);
    char path[PATH_MAX + sizeof(site->prefix)];
    const char *rest = folder + site->matched;
    snprintf(path, sizeof(path), "%s%s%s", site->prefix, rest, "/");
    return doctor_url_add(url, size, base, path);
}
