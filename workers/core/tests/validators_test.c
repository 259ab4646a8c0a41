/* SPDX-License-Identifier: Apache-2.0 */
/* validators_test.c: ETag and Last-Modified of a passed file. */

#include "pw_validators.h"
#include "tap.h"

static const wire_file_t part = {16, 255};
static const struct timespec now = {1234567890, 500000000};

static int is_made(struct timespec changed, const char *etag, const char *date)
{
    pw_validators_t values = {"", ""};
    if (pw_validators_make(&values, &part, changed, now) < 0)
        return 0;
    printf("# %s %s\n", values.etag, values.modified);
    return strcmp(values.etag, etag) == 0 && strcmp(values.modified, date) == 0;
}

static void test_dates(void)
{
    struct timespec old = {1, 1}, leap = {951782399, 0};
    struct timespec far = {253402300799, 999999999};
    ok(is_made(old, "\"10-ff-3b9aca01\"", "Thu, 01 Jan 1970 00:00:01 GMT"),
       "an old file has its date");
    ok(is_made(leap, "\"10-ff-d35690c93dd3600\"",
               "Mon, 28 Feb 2000 23:59:59 GMT"),
       "in two digits each");
    ok(is_made(far, "W/\"10-ff-bca9d1fea2aeffff\"",
               "Fri, 13 Feb 2009 23:31:30 GMT"),
       "nothing was changed later than now");
}

static void test_age(void)
{
    struct timespec second = {1234567889, 500000000};
    struct timespec more = {1234567889, 499999999};
    ok(is_made(second, "W/\"10-ff-112210f458c04f00\"",
               "Fri, 13 Feb 2009 23:31:29 GMT"),
       "within a second of a change the ETag is weak");
    ok(is_made(more, "\"10-ff-112210f458c04eff\"",
               "Fri, 13 Feb 2009 23:31:29 GMT"),
       "then it is strong");
}

static void test_none(void)
{
    pw_validators_t values;
    struct timespec zero = {0, 1}, before = {-1, 0};
    is_int(pw_validators_make(&values, &part, zero, now), -1,
           "a time of 0 is no time");
    is_int(pw_validators_make(&values, &part, before, now), -1,
           "nor is one before it");
}

int main(void)
{
    test_dates();
    test_age();
    test_none();
    return done_testing();
}
