/* SPDX-License-Identifier: Apache-2.0 */
/* lazy.c: a program, and with LIBRARY its library, that call many kinds of
 * functions of other files. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int library_rand(void);
void *library_compare(void);
int missing(void);

#ifdef LIBRARY

int library_rand(void)
{
    return rand();
}

void *library_compare(void)
{
    return (void *)strcmp;
}

/* Nobody calls it, and so nobody notices. */
int library_missing(void)
{
    return missing();
}

#else

__attribute__((weak)) int nobody(void);

/* In place of the C library's, for the library, too. */
int rand(void)
{
    return 7;
}

int main(void)
{
    const char *does = getenv("DO");
    if (nobody)
        printf("somebody %d\n", nobody());
    printf("rand %d\n", library_rand());
    printf("the same strcmp: %d\n", library_compare() == (void *)strcmp);
    printf("%zu, %ld, %s\n", strlen(does), strtol(does, NULL, 10),
           strcmp(does, "12 hours") == 0 ? "hours" : does);
    return strchr(does, '1') != does;
}

#endif
