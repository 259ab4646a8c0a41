/* SPDX-License-Identifier: Apache-2.0 */
/* settings_test.c: SETTINGS replace each other as a whole or not at all. */

#include "base/strv.h"
#include "state/settings.h"
#include "tap.h"

#define BYTES(text) ((wire_bytes_t){(const uint8_t *)(text), sizeof(text) - 1})

int main(void)
{
    static const wire_bytes_t good[] = {BYTES("A"), BYTES("1")};
    static const wire_bytes_t bad[] = {BYTES("A="), BYTES("1")};
    settings_t settings = {0};
    const char *why = NULL;
    wire_settings_t message = {.token = BYTES("secret"),
                               .max_workers = 5,
                               .owner_share = 3,
                               .stop_ms = 7,
                               .umask = 027,
                               .environment = {good, 2}};
    ok(!settings_token_is(&settings, BYTES("")),
       "before SETTINGS no token is right");
    is_int(settings_take(&settings, &message, &why), 0, "good ones are taken");
    ok(settings.known && settings.max_workers == 5 &&
           settings.owner_share == 3 && settings.stop_us == 7000 &&
           settings.umask == 027,
       "with all numbers");
    is_str(settings.environment[0], "A=1", "and the environment");
    ok(settings_token_is(&settings, BYTES("secret")), "the token is known");
    ok(!settings_token_is(&settings, BYTES("secre")) &&
           !settings_token_is(&settings, BYTES("secrets")) &&
           !settings_token_is(&settings, BYTES("secreT")) &&
           !settings_token_is(&settings, BYTES("")),
       "and no other");
    message.environment.items = bad;
    message.max_workers = 6;
    ok(settings_take(&settings, &message, &why) == -1 && why,
       "an impossible environment is refused");
    is_int(settings.max_workers, 5, "and nothing has changed");
    free(settings.token);
    strv_free(settings.environment);
    return done_testing();
}
