/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_screen.h: a terminal that is redrawn, and read key by key. */

#ifndef CTL_SCREEN_H
#define CTL_SCREEN_H

#include <stddef.h>

/* Switches to the alternate screen of the terminal. Keys are then read one by
 * one and not echoed, and an interrupt only ends ctl_screen_quits(). Returns 0,
 * or -1 with errno when standard input or output is no terminal. */
int ctl_screen_open(void);

/* Restores the terminal. */
void ctl_screen_close(void);

/* Sets the numbers of characters and lines that fit. */
void ctl_screen_size(size_t *width, size_t *lines);

/* Clears the screen. */
void ctl_screen_clear(void);

/* Waits for ms milliseconds. Returns 1 as soon as q is pressed, the program is
 * interrupted, or standard input ends; else 0. */
int ctl_screen_quits(int ms);

#endif /* CTL_SCREEN_H */
