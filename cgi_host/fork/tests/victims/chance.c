/* SPDX-License-Identifier: Apache-2.0 */
/* chance.c: prints what a program may make random numbers of: what the kernel
 * has drawn for the process, and addresses of its stack and its heap. Then it
 * uses much of the heap. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

int main(void)
{
    const unsigned char *drawn = (const unsigned char *)getauxval(AT_RANDOM);
    void *place = malloc(100);
    for (int i = 0; i < 16; i++)
        printf("%02x", drawn[i]);
    printf(" %p %p\n", (void *)&place, place);
    for (int i = 0; i < 1000; i++)
        if (!(place = malloc(1000)) || !memset(place, i, 1000))
            return 1;
    return 0;
}
