/* SPDX-License-Identifier: Apache-2.0 */
/* wrap.c: an interpreter by its name, which sets a variable and executes the
 * real one, as the shims of mise do. */

#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    (void)argc;
    argv[0] = (char *)"python3";
    if (setenv("WRAPPED", "yes", 1) == 0)
        execvp(argv[0], argv);
    return 127;
}
