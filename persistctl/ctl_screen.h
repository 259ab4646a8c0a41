/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_screen.h: a terminal that is drawn anew, and read key by key. */

#ifndef CTL_SCREEN_H
#define CTL_SCREEN_H

#include <stddef.h>

/* Keys come one by one and are not shown, on the other screen of the terminal;
 * an interrupt ends the waiting, and no more. Returns 0, or -1 with errno when
 * standard input or output is no terminal. */
int ctl_screen_open(void);

/* As it was. */
void ctl_screen_close(void);

/* Characters and lines that fit. */
void ctl_screen_size(size_t *width, size_t *lines);

/* Clears it. */
void ctl_screen_clear(void);

/* Waits for so many milliseconds. Returns 1 when q was pressed, the program was
 * interrupted, or nobody is there to press a key. */
int ctl_screen_quits(int ms);

#endif /* CTL_SCREEN_H */
