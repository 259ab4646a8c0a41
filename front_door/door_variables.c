/* SPDX-License-Identifier: Apache-2.0 */
/* door_variables.c: "NAME=value" becomes name NUL value NUL. */

#include "door_variables.h"
#include "door_memory.h"
#include "door_mount.h"

#include "wire_fault.h"
#include "wire_limits.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define SCRIPT "SCRIPT_FILENAME="

static int is_named(const char *variable, const char *name)
{
    return strncmp(variable, name, strlen(name)) == 0;
}

static int is_of_process(const char *variable)
{
    return is_named(variable, "PATH=") || is_named(variable, "LD_");
}

static int is_passed_on(const char *variable, int is_cgi)
{
    const char *equals = strchr(variable, '=');
    return equals && equals != variable && !is_named(variable, "HTTP_PROXY=") &&
           (is_cgi || !is_of_process(variable)) && !is_named(variable, SCRIPT);
}

static int has_path(char **environment)
{
    while (*environment && !is_named(*environment, "PATH="))
        environment++;
    return *environment != NULL;
}

static char *put(char *at, const char *variable)
{
    size_t len = strlen(variable) + 1;
    memcpy(at, variable, len);
    *strchr(at, '=') = '\0';
    return at + len;
}

int door_variables_make(char **environment, const char *script, int is_cgi,
                        wire_bytes_t *variables)
{
    static const char path[] = "PATH=" DOOR_VARIABLES_PATH;
    size_t room = sizeof(SCRIPT) + strlen(script) + sizeof(path);
    for (char **variable = environment; *variable; variable++)
        room += is_passed_on(*variable, is_cgi) ? strlen(*variable) + 1 : 0;
    if (room > WIRE_VARIABLES_MAX)
        return WIRE_FAULT_VARIABLES_LIMIT;
    char *bytes = door_memory(room, 1), *at = bytes;
    for (char **variable = environment; *variable; variable++)
        if (is_passed_on(*variable, is_cgi))
            at = put(at, *variable);
    if (is_cgi && !has_path(environment))
        at = put(at, path);
    at = put(at, door_print(SCRIPT "%s", script));
    *variables = (wire_bytes_t){(const uint8_t *)bytes, (size_t)(at - bytes)};
    return 0;
}

int door_variables_doubt_length(void)
{
    if (!*door_variables_get("HTTP_CONTENT_ENCODING"))
        return 0;
    return unsetenv("CONTENT_LENGTH") == 0 &&
                   setenv("HTTP_TRANSFER_ENCODING", "chunked", 1) == 0
               ? 1
               : -1;
}

int door_variables_measure(uint64_t length)
{
    if (!*door_variables_get("CONTENT_LENGTH") &&
        setenv("CONTENT_LENGTH", door_print("%" PRIu64, length), 1) != 0)
        return -1;
    return unsetenv("HTTP_TRANSFER_ENCODING");
}

const char *door_variables_get(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

static int is_error(const char *status)
{
    return *status == '4' || *status == '5';
}

/* httpd keeps encoded slashes in a path with AllowEncodedSlashes NoDecode. Its
 * rules have seen them. */
static int has_encoded_slash(const char *path)
{
    return strcasestr(path, "%2f") != NULL;
}

/* Splits the path that was asked for. For an error page, REQUEST_URI is what
 * the server has refused, and so is REDIRECT_URL, unless a rule has led from
 * the page to the program: httpd copies the error to each request that follows.
 */
static int split_asked(door_mount_t *split, const char *mount)
{
    const char *script = door_variables_get("SCRIPT_NAME");
    const char *url = door_variables_get("REDIRECT_URL");
    int is_page = is_error(door_variables_get("REDIRECT_STATUS"));
    if (door_mount_is_split(mount, script) ||
        (is_page && !is_error(door_variables_get("REDIRECT_REDIRECT_STATUS"))))
        return -1;
    if (!is_page && door_mount_split(split, mount, script,
                                     door_variables_get("REQUEST_URI")) != 0)
        return -1;
    return is_page || has_encoded_slash(url)
               ? door_mount_split_path(split, mount, script, url)
               : 0;
}

int door_variables_mount(const char *mount)
{
    door_mount_t split;
    if (!mount)
        return 0;
    if (split_asked(&split, mount) != 0)
        return setenv("PATH_INFO", "", 0);
    return setenv("SCRIPT_NAME", split.name, 1) == 0 &&
                   setenv("PATH_INFO", split.info, 1) == 0 &&
                   unsetenv("PATH_TRANSLATED") == 0
               ? 0
               : -1;
}
