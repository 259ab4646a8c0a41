/* SPDX-License-Identifier: Apache-2.0 */
/* door_definition.c: the definition and its key. */

#include "door_definition.h"

#include "slots_affinity.h"
#include "slots_table.h"

#include <string.h>

/* Hashes the whole message, but for the script's version: a new version is the
 * same pool. httpd's key holds a secret of the instance, because its users
 * distrust each other. All who can reach this persistd are one user, so an
 * unlikely collision is all that has to be avoided. */
static int set_key(wire_ensure_t *definition)
{
    wire_ensure_t keyed = *definition;
    msgpack_sbuffer frame;
    msgpack_sbuffer_init(&frame);
    keyed.seen = 0;
    int result = wire_encode(&frame, WIRE_ENSURE, &keyed, NULL);
    if (result == 0) {
        definition->key_high = slots_affinity_key(frame.data, frame.size);
        frame.data[0] = (char)~frame.data[0];
        definition->key_low = slots_affinity_key(frame.data, frame.size);
    }
    msgpack_sbuffer_destroy(&frame);
    return result == 0 ? 0 : -1;
}

int door_definition_make(const door_settings_t *settings,
                         const door_script_t *script, wire_ensure_t *definition)
{
    const struct stat *info = &script->info;
    int64_t mtime =
        (int64_t)info->st_mtim.tv_sec * 1000000 + info->st_mtim.tv_nsec / 1000;
    *definition = (wire_ensure_t){
        .seen = slots_version(mtime, (uint64_t)info->st_ino,
                              (uint64_t)info->st_size),
        .script = {(const uint8_t *)script->path, strlen(script->path)},
        .interpreter = {script->command, script->words},
        .environment = {settings->environment, settings->environment_words},
        .settings = settings->pool,
    };
    return set_key(definition);
}
