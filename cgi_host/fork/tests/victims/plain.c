/* SPDX-License-Identifier: Apache-2.0 */
/* plain.c: a program that uses next to nothing of the C library. */

#include <unistd.h>

int main(void)
{
    return write(1, "plain\n", 6) != 6;
}
