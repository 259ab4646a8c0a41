/* SPDX-License-Identifier: Apache-2.0 */
/* door_plain.c: what the server would have done without us. */

#include "door_plain.h"
#include "door_memory.h"
#include "door_variables.h"

#include "common_locale.h"
#include "common_signals.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* PersistEnv outranks what the server has set. HTTP_PROXY is a client's header
 * that libraries take for a setting (CVE-2016-5385). */
static int set_environment(const door_settings_t *settings)
{
    const wire_bytes_t *words = settings->environment;
    if (unsetenv("HTTP_PROXY") != 0)
        return -1;
    for (size_t i = 0; i + 1 < settings->environment_words; i += 2)
        if (setenv((const char *)words[i].data, (const char *)words[i + 1].data,
                   1) != 0)
            return -1;
    return setenv("PATH", DOOR_VARIABLES_PATH, 0);
}

/* Interpreter, arguments, script. The words of settings and script are C
 * strings. */
static char **arguments(const door_script_t *script, int is_cgi)
{
    char **words = door_memory(script->words + 2, sizeof(*words));
    size_t count = 0;
    for (size_t i = is_cgi ? 1 : 0; i < script->words; i++)
        words[count++] = (char *)(uintptr_t)script->command[i].data;
    words[count] = (char *)(uintptr_t)script->path;
    return words;
}

/* The runners of applications serve CGI, too. Only persist-cgi-host stands for
 * nothing without persistd. */
void door_plain_run(const door_place_t *place, const door_settings_t *settings,
                    const door_script_t *script)
{
    if (fchdir(place->fd) != 0 || set_environment(settings) != 0)
        return;
    int is_cgi = door_settings_is_cgi(settings);
    char **words = arguments(script, is_cgi);
    if (!is_cgi) /* as persist-exec does for workers */
        common_locale_prefer_utf8();
    common_signals_default();
    execv(words[0], words);
}
