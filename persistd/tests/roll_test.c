/* SPDX-License-Identifier: Apache-2.0 */
/* roll_test.c: which step a roll takes next. */

#include "roll.h"
#include "tap.h"

#define STEP(step, name, ...)                                                  \
    is_int(roll_plan(&(roll_facts_t){__VA_ARGS__}), step, name)

int main(void)
{
    STEP(ROLL_WAIT, "nothing is to be replaced", .room = 5);
    STEP(ROLL_START, "a successor is started first", .outgoing = 2, .room = 1);
    STEP(ROLL_WAIT, "one at a time", .outgoing = 2, .starting = 1, .room = 5);
    STEP(ROLL_WAIT, "not while the pool backs off", .outgoing = 2, .room = 5,
         .held = 1);
    STEP(ROLL_LEAVE, "without room an old one goes first", .outgoing = 2);
    STEP(ROLL_WAIT, "unless room is about to be made", .outgoing = 2,
         .leaving = 1);
    STEP(ROLL_WAIT, "nobody leaves for what can't be started", .outgoing = 2,
         .held = 1);
    STEP(ROLL_WAIT, "nor when the successor is on its way", .outgoing = 2,
         .starting = 1);
    return done_testing();
}
