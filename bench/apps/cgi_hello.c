/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_hello.c: the shortest CGI program. */

#include <stdio.h>

int main(void)
{
    puts("Content-Type: text/plain\n\nhello");
    return 0;
}
