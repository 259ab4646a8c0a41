/* SPDX-License-Identifier: Apache-2.0 */
/* door_alive.h: does a persistd serve an instance? */

#ifndef DOOR_ALIVE_H
#define DOOR_ALIVE_H

/* Returns 1 while some persistd holds the lock of the instance. It may be about
 * to begin or to end: then the table is not there or not in use. Takes no
 * message to persistd. */
int door_alive(const char *instance);

/* Returns 1 if the directory of the instance is there: also a killed persistd
 * leaves it, and the next one goes on with its workers. */
int door_alive_left(const char *instance);

#endif /* DOOR_ALIVE_H */
