/* SPDX-License-Identifier: Apache-2.0 */
/* wall.h: the clock that file systems use for time stamps. */

#ifndef WALL_H
#define WALL_H

#include <stdint.h>

/* Microseconds since the epoch. */
int64_t wall_now_us(void);

#endif /* WALL_H */
