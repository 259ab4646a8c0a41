/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_place.c: finds out what is meant: a folder with an application, or a
 * script. */

#include "ctl_way.h"
#include "doctor/doctor.h"
#include "doctor/doctor_cgi.h"
#include "doctor/doctor_report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HTACCESS_MAX (256 * 1024)

const char *doctor_path(const doctor_t *d, const char *name,
                        char path[PATH_MAX])
{
    int len = snprintf(path, PATH_MAX, "%s/%s", d->folder, name);
    return len < PATH_MAX ? path : "";
}

/* O_NONBLOCK: a FIFO must not hold us up. */
long doctor_read(const doctor_t *d, const char *name, char *bytes, size_t size)
{
    char path[PATH_MAX];
    struct stat about;
    size_t len = 0;
    ssize_t got = 1;
    int fd = open(doctor_path(d, name, path),
                  O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode))
        got = -1;
    while (got > 0 && len < size - 1) {
        got = read(fd, bytes + len, size - 1 - len);
        len += got > 0 ? (size_t)got : 0;
    }
    close(fd);
    bytes[len] = '\0';
    return got < 0 ? -1 : (long)len;
}

static void read_file(doctor_t *d, const char *name)
{
    char *text = malloc(HTACCESS_MAX);
    if (text && doctor_read(d, name, text, HTACCESS_MAX) >= 0)
        doctor_htaccess_read(&d->lines, text);
    free(text);
}

/* Where the module is in use, persist-cgi is not. The lines that matter here
 * are the same in both files. */
static void read_lines(doctor_t *d)
{
    read_file(d, ".htaccess");
    d->is_cgi = !doctor_htaccess_runs(&d->lines) && doctor_cgi_is(d);
    if (d->is_cgi) {
        doctor_htaccess_clear(&d->lines);
        read_file(d, ".persist");
    }
}

typedef struct way {
    uid_t owner; /* of what was named */
    char link[PATH_MAX];
} way_t;

static int is_strangers_link(void *context, const char *path,
                             const struct stat *about)
{
    way_t *way = context;
    snprintf(way->link, sizeof(way->link), "%s", path);
    return S_ISLNK(about->st_mode) && about->st_uid != 0 &&
           about->st_uid != geteuid() && about->st_uid != way->owner;
}

/* Over a link, its owner could choose what our lines change. He may lead us to
 * what is his. getcwd() knows no links. */
static int check_way(const doctor_t *d, const char *name, uid_t owner)
{
    char here[PATH_MAX], path[2 * PATH_MAX];
    way_t way = {.owner = owner};
    snprintf(path, sizeof(path), "%s/%s",
             name[0] != '/' && getcwd(here, sizeof(here)) ? here : "", name);
    if (ctl_way_go(path, is_strangers_link, &way) == 0)
        return 0;
    fprintf(
        stderr,
        "persistctl: %s is another user's link: name %s, if you mean that\n",
        way.link, d->folder);
    return -1;
}

int doctor_place(doctor_t *d)
{
    const char *name = d->options->script ? d->options->script : ".";
    struct stat about;
    if (!realpath(name, d->folder) || stat(d->folder, &about) != 0) {
        fprintf(stderr, "persistctl: %s: %s\n", name, strerror(errno));
        return -1;
    }
    if (check_way(d, name, about.st_uid) != 0)
        return -1;
    if (!S_ISDIR(about.st_mode)) {
        memcpy(d->entry, d->folder, sizeof(d->folder));
        *strrchr(d->folder, '/') = '\0';
    }
    read_lines(d);
    return 0;
}
