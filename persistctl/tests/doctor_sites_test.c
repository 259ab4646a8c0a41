/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_sites_test.c: the URL of a folder, by httpd's configuration. */

#include "doctor/doctor_sites.h"
#include "tap.h"

#include <sys/stat.h>
#include <unistd.h>

static char url[DOCTOR_URL_MAX];

/* The tests' folders are below /tmp; the text names them by @. */
static const char *url_of(const char *place, const char *folder,
                          const char *configuration)
{
    char path[256], text[4096], *out = text;
    snprintf(path, sizeof(path), "%s%s", place, folder);
    for (; *configuration; configuration++)
        if (*configuration == '@')
            out += sprintf(out, "%s", place);
        else
            *out++ = *configuration;
    *out = '\0';
    doctor_sites_t sites = {.folder = path};
    char *at = text;
    doctor_words_t words;
    while (doctor_words_next(&at, &words))
        doctor_sites_take(&sites, &words);
    const doctor_site_t *site = doctor_sites_find(&sites);
    if (!site || doctor_sites_url(site, path, url, sizeof(url)) != 0)
        return "none";
    return url;
}

static void test_main_server(const char *place)
{
    is_str(url_of(place, "/site/a b", "Listen 8080\nDocumentRoot \"@/site\"\n"),
           "http://127.0.0.1:8080/a%20b/", "below the main DocumentRoot");
    is_str(url_of(place, "/site", "Listen 80\nDocumentRoot @/site/\n"),
           "http://127.0.0.1/", "DocumentRoot itself");
    is_str(url_of(place, "/site", "Listen 10.0.0.7:81\nDocumentRoot @/site\n"),
           "http://10.0.0.7:81/", "at the address where it listens");
    is_str(url_of(place, "/app", "Listen 80\nDocumentRoot @/site\n"), "none",
           "another folder has no URL");
    is_str(url_of(place, "/site-2", "Listen 80\nDocumentRoot @/site\n"), "none",
           "nor one whose name begins alike");
    is_str(url_of(place, "/site", "DocumentRoot ${ROOT}/site\n"), "none",
           "variables are not known");
}

static void test_alias(const char *place)
{
    is_str(url_of(place, "/app",
                  "Listen 80\nDocumentRoot @/site\nAlias /the/app/ @/app/\n"),
           "http://127.0.0.1/the/app/", "by an Alias");
    is_str(url_of(place, "/app", "Listen 80\nDocumentRoot @\nAlias /x @/app\n"),
           "http://127.0.0.1/x/", "the longer match counts");
    is_str(url_of(place, "/app", "Listen 80\nDocumentRoot @/link\n"),
           "http://127.0.0.1/", "over a symbolic link");
}

static void test_hosts(const char *place)
{
    is_str(url_of(place, "/app",
                  "Listen 80\nListen 443\n<VirtualHost *:80>\n"
                  "DocumentRoot @/site\nServerName one\n</VirtualHost>\n"
                  "<VirtualHost *:443>\nDocumentRoot @/app\nSSLEngine on\n"
                  "ServerName two.example\n</VirtualHost>\n"),
           "https://two.example/", "of the host that has it");
    is_str(url_of(place, "/app",
                  "<VirtualHost [2001:db8::1]:8443>\nDocumentRoot @/app\n"
                  "ServerName https://three.example:8443\n</VirtualHost>\n"),
           "https://three.example:8443/", "with its port and scheme");
}

int main(void)
{
    char place[] = "/tmp/dsXXXXXX";
    if (!mkdtemp(place) || chdir(place) != 0 || mkdir("site", 0700) != 0 ||
        mkdir("app", 0700) != 0 || symlink("app", "link") != 0)
        bail_out("no directory");
    test_main_server(place);
    test_alias(place);
    test_hosts(place);
    unlink("link");
    rmdir("app");
    rmdir("site");
    rmdir(place);
    return done_testing();
}
