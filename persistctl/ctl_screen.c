/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_screen.c: termios, and the few sequences that every terminal of the last
 * forty years obeys (ECMA-48). */

#include "ctl_screen.h"

#include "common_clock.h"
#include "slots_table.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static struct termios before;
static volatile sig_atomic_t interrupted; /* set by the signal's handler */

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

static void catch_interrupts(void)
{
    const struct sigaction action = {.sa_handler = interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

int ctl_screen_open(void)
{
    if (!isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &before) != 0)
        return -1;
    struct termios raw = before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    catch_interrupts();
    if (tcsetattr(STDIN_FILENO, TCSANOW, &raw) != 0)
        return -1;
    fputs("\x1b[?1049h\x1b[?25l", stdout); /* alternate screen, no cursor */
    return 0;
}

void ctl_screen_close(void)
{
    fputs("\x1b[?25h\x1b[?1049l", stdout);
    fflush(stdout);
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
}

void ctl_screen_size(size_t *width, size_t *lines)
{
    struct winsize size;
    int known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    *width = known && size.ws_col > 0 ? size.ws_col : 80;
    *lines = known && size.ws_row > 0 ? size.ws_row : 24;
}

void ctl_screen_clear(void)
{
    fputs("\x1b[H\x1b[2J", stdout);
}

/* Other keys don't shorten the wait. */
int ctl_screen_quits(int ms)
{
    struct pollfd keys = {.fd = STDIN_FILENO, .events = POLLIN};
    int64_t until = common_now_us() + (int64_t)ms * 1000;
    int64_t left = ms;
    while (!interrupted && left > 0) {
        char key;
        if (poll(&keys, 1, (int)left) > 0 &&
            (read(STDIN_FILENO, &key, 1) != 1 || key == 'q' || key == 'Q'))
            return 1;
        left = (until - common_now_us() + 999) / 1000;
    }
    return interrupted;
}
