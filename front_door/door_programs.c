/* SPDX-License-Identifier: Apache-2.0 */
/* door_programs.c: a user without root, who may only copy files, has them in
 * his home, or where he sees nothing but the web directory, there. */

#include "door_programs.h"
#include "door_folder.h"
#include "door_memory.h"

#include "common_own.h"
#include "persist_build.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define FOLDER "mod_persist"
#define DAEMON FOLDER "/persistd"

/* Of these, persistd reports those that are missing and needed. */
static const char *const programs[] = {
    DAEMON,
    FOLDER "/persist-exec",
    FOLDER "/persist-look",
    FOLDER "/persist-app",
    FOLDER "/persist-cgi-host",
};

/* In a source tree of this project that name is a folder's. */
static int is_there(const door_place_t *place)
{
    struct stat info;
    return fstatat(place->fd, DAEMON, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
           !S_ISDIR(info.st_mode);
}

static int may_run(const door_trust_t *trust, const struct stat *info)
{
    return (info->st_mode & (info->st_uid == trust->us ? S_IXUSR : S_IXOTH)) !=
           0;
}

/* A copy by ftp is not executable until its owner says so. */
static const char *judge_programs(const door_place_t *place)
{
    for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
        struct stat info;
        if (fstatat(place->fd, programs[i], &info, AT_SYMLINK_NOFOLLOW) == 0 &&
            !may_run(&place->trust, &info))
            return door_print("%s/%s is not executable: chmod 755",
                              place->folder, programs[i]);
    }
    return NULL;
}

static const char *judge_all(const door_place_t *place)
{
    const char *why =
        door_folder_fault(&place->trust, place->fd, place->folder, FOLDER);
    return why ? why : judge_programs(place);
}

static const char *take(const door_place_t *place, door_settings_t *settings)
{
    if (!is_there(place))
        return NULL;
    settings->daemon = door_print("%s/" DAEMON, place->folder);
    return judge_all(place);
}

static const char *take_home(door_settings_t *settings)
{
    door_place_t home = {.trust = {geteuid(), geteuid()}};
    if (common_own_home(home.folder, sizeof(home.folder)) != 0)
        return NULL;
    home.fd = open(home.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (home.fd < 0)
        return NULL;
    const char *why = take(&home, settings);
    close(home.fd);
    return why;
}

const char *door_programs_find(const door_place_t *place,
                               door_settings_t *settings)
{
    const char *why = NULL;
    if (!settings->daemon)
        why = take(place, settings);
    if (!settings->daemon)
        why = take_home(settings);
    if (!settings->daemon)
        settings->daemon = PERSIST_LIBEXECDIR "/persistd";
    return why;
}
