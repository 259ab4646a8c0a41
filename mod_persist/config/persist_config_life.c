/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_life.c: the directives about how long a worker lives. */

#include "config/persist_config_life.h"
#include "config/persist_config_value.h"

#include "wire_message.h"

#define COUNT_MAX 1000000000

const persist_config_span_t persist_config_life_age = {
    1000, UINT64_C(30) * 24 * 3600 * 1000, 1,
    "a duration from 1s to 720h, or off, for example 24h"};

const char *persist_config_life_count(cmd_parms *cmd, const char *word,
                                      uint64_t *count)
{
    int number = 0;
    if (ap_cstr_casecmp(word, "off") != 0 &&
        persist_config_value_number(word, 1, COUNT_MAX, &number) != 0)
        return persist_config_read_wrong(cmd, word,
                                         "a number from 1 to 1000000000, or "
                                         "off, for example 10000");
    *count = (uint64_t)number;
    return NULL;
}

const char *persist_config_life_max_requests(cmd_parms *cmd, void *dir,
                                             const char *word)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    const char *error =
        persist_config_life_count(cmd, word, &config->pool.max_requests);
    return error ? error : persist_config_finish(cmd, config);
}

const char *persist_config_life_max_age(cmd_parms *cmd, void *dir,
                                        const char *word)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    const char *error = persist_config_read_span(
        cmd, word, &persist_config_life_age, &config->pool.max_age_ms);
    return error ? error : persist_config_finish(cmd, config);
}

const char *persist_config_life_memory(cmd_parms *cmd, void *dir,
                                       const char *soft, const char *hard)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    uint64_t least, most = 0;
    const char *error = persist_config_read_size(cmd, soft, &least);
    if (!error && hard)
        error = persist_config_read_size(cmd, hard, &most);
    if (error)
        return error;
    if (most && least > most)
        return persist_config_read_wrong(
            cmd, soft,
            "a SOFT that is not above HARD, for example "
            "256M 512M");
    config->pool.memory_soft = least;
    config->pool.memory_hard = most;
    return persist_config_finish(cmd, config);
}

/* Reads one of `count` words into *value, its index. */
static const char *read_word(cmd_parms *cmd, const char *word,
                             const char *const *words, size_t count,
                             const char *want, uint64_t *value)
{
    for (size_t i = 0; i < count; i++) {
        if (ap_cstr_casecmp(word, words[i]) == 0) {
            *value = i;
            return NULL;
        }
    }
    return persist_config_read_wrong(cmd, word, want);
}

const char *persist_config_life_reload(cmd_parms *cmd, void *dir,
                                       const char *word)
{
    static const char *const words[] = {
        [WIRE_RELOAD_WAIT] = "wait",
        [WIRE_RELOAD_ROLLING] = "rolling",
        [WIRE_RELOAD_OFF] = "off",
    };
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    return read_word(cmd, word, words, sizeof(words) / sizeof(words[0]),
                     "wait, rolling or off, for example rolling",
                     &config->pool.reload);
}

const char *persist_config_life_mode(cmd_parms *cmd, void *dir,
                                     const char *word)
{
    static const char *const words[] = {
        [WIRE_MODE_LOOP] = "loop",
        [WIRE_MODE_CGI] = "cgi",
    };
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    return read_word(cmd, word, words, sizeof(words) / sizeof(words[0]),
                     "loop, or cgi for a program that knows nothing of "
                     "mod_persist",
                     &config->pool.mode);
}
