/* SPDX-License-Identifier: Apache-2.0 */
/* persist_weight_test.c: a line weighs its length, times its repetitions. */

#include "htaccess/persist_weight.h"

#include "tap.h"

#include <stdint.h>
#include <string.h>

static void weighs(const char *line, size_t times)
{
    size_t weight = persist_weight_of_line(line);
    size_t wanted = times == SIZE_MAX ? SIZE_MAX : times * strlen(line);
    if (!ok(weight == wanted, line))
        printf("# got %zu, want %zu\n", weight, wanted);
}

int main(void)
{
    weighs("", 1);
    weighs("Options +ExecCGI", 1);
    weighs("RewriteCond %{HTTP_HOST} ^www", 1);
    weighs("RewriteRule ^([0-9]{4})/([0-9]{2})$ x", 8);
    weighs("x{3,}", 3);
    weighs("x{3,7}", 7);
    weighs("x{7,3}", 7);
    weighs("x{,9}", 9);
    weighs("x{ 2 , 6 }", 6);
    weighs("x{0}", 1);
    weighs("x{", 1);
    weighs("x{}", 1);
    weighs("x{1x}", 1);
    weighs("((x{9}){9}){9}", 729);
    weighs("x{65535}{65535}{65535}{65535}{65535}", SIZE_MAX);
    weighs("x{99999999999999999999999999999999999}{99}", SIZE_MAX);
    return done_testing();
}
