/* SPDX-License-Identifier: Apache-2.0 */
/* door_mount_test.c: PersistMount, and the path of a request behind it. */

#include "door_memory.h"
#include "door_mount.h"
#include "tap.h"

#define PROGRAM "/shop/index.cgi"

/* "SCRIPT_NAME|PATH_INFO", or "as it was". */
static const char *split(const char *mount, const char *script, const char *uri)
{
    door_mount_t found;
    return door_mount_split(&found, mount, script, uri) == 0
               ? door_print("%s|%s", found.name, found.info)
               : "as it was";
}

static void test_the_path_is_split(void)
{
    static const struct {
        const char *uri, *wanted;
    } cases[] = {
        {"/shop", "/shop|"},
        {"/shop?a=/x#b", "/shop|"},
        {"/shop/", "/shop|/"},
        {"/shop/a/b?c=d", "/shop|/a/b"},
        {"/shop/a/", "/shop|/a/"},
        {"/shop/a%20b%C3%bc", "/shop|/a b\xc3\xbc"},
        {"/shop/a%252e", "/shop|/a%2e"},
        {"/%73hop/a", "/shop|/a"},
        {"/shop/a%2Fb", "/shop|/a/b"},
        {"/shop/a%3Fb%23c?d", "/shop|/a?b#c"},
        {"/shop/index.cgi", "/shop|"},
        {"/shop/index.cgi/a", "/shop|/a"},
        {"/shop/index.cgi.bak", "/shop|/index.cgi.bak"},
        {"/shop/a/index.cgi/b", "/shop|/a/index.cgi/b"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        is_str(split("/shop", PROGRAM, cases[i].uri), cases[i].wanted,
               cases[i].uri);
}

static void test_the_path_is_resolved_as_servers_do(void)
{
    static const struct {
        const char *uri, *wanted;
    } cases[] = {
        {"//shop///a//b", "/shop|/a/b"},
        {"/shop/./a/.", "/shop|/a/"},
        {"/shop/a/../b", "/shop|/b"},
        {"/shop/a/..", "/shop|/"},
        {"/shop/a//../b", "/shop|/b"},
        {"/shop/%2e%2E/other", "as it was"},
        {"/shop/%2e/a%2E", "/shop|/a."},
        {"/shop/a/%2e./b", "/shop|/b"},
        {"/x/../shop/a", "/shop|/a"},
        {"/shop/a/../../other", "as it was"},
        {"/shop/a/../../shop/b", "/shop|/b"},
        {"/shop/.../..a/b..", "/shop|/.../..a/b.."},
        {"/shop/../..", "as it was"},
        {"/..", "as it was"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        is_str(split("/shop", PROGRAM, cases[i].uri), cases[i].wanted,
               cases[i].uri);
}

/* Servers differ in whether an encoded slash divides segments, so it must not
 * matter where dots are resolved. */
static void test_encoded_slashes(void)
{
    static const struct {
        const char *uri, *wanted;
    } cases[] = {
        {"/shop/x%2f..%2fadmin", "as it was"},
        {"/shop/x%2F%2e%2e%2Fadmin", "as it was"},
        {"/shop/x%2f..", "as it was"},
        {"/shop/..%2fshop/admin", "as it was"},
        {"/shop/.%2fadmin", "as it was"},
        {"/shop/%2fadmin", "as it was"},
        {"/shop/admin%2f", "as it was"},
        {"/shop/x%2f%2fadmin", "as it was"},
        {"/shop%2f..%2fshop/admin", "as it was"},
        {"/shop/admin%2fx/../users", "/shop|/users"},
        {"/shop/admin%2f../../users", "/shop|/users"},
        {"/shop/x%2f...%2f.y", "/shop|/x/.../.y"},
        {"/shop/x%252f..%252fadmin", "/shop|/x%2f..%2fadmin"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        is_str(split("/shop", PROGRAM, cases[i].uri), cases[i].wanted,
               cases[i].uri);
}

static void test_a_decoded_path(void)
{
    door_mount_t found;
    is_int(door_mount_split_path(&found, "/shop", PROGRAM, "/shop/a%2f?b"), 0,
           "a path that the server has decoded");
    is_str(found.info, "/a%2f?b", "is not decoded again");
    is_int(door_mount_split_path(&found, "/shop", PROGRAM, "/x"), -1,
           "not below the mount");
}

static void test_a_server_may_have_split_it(void)
{
    ok(door_mount_is_split("/shop", "/shop"), "it has set the mount");
    ok(door_mount_is_split("auto", "/shop"), "no program: it is the mount");
    ok(door_mount_is_split("/", ""), "the root");
    ok(door_mount_is_split("auto", ""), "the root, for auto");
    ok(!door_mount_is_split("/shop", PROGRAM), "it has set the program");
    ok(!door_mount_is_split("auto", PROGRAM), "the program, for auto");
    ok(!door_mount_is_split("/", "/index.cgi"), "the root's program");
    ok(!door_mount_is_split("/pub", "/shop"), "another mount");
}

static void test_what_is_left_as_it_was(void)
{
    static const char *const cases[] = {
        "",
        "shop",
        "*",
        "http://host/shop/a",
        "/",
        "/shopx",
        "/sho",
        "/Shop/a",
        "/other?/shop",
        "/shop/%",
        "/shop/%4",
        "/shop/%4?1",
        "/shop/%zz",
        "/shop/%00",
        "/shop/%-1",
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        is_str(split("/shop", PROGRAM, cases[i]), "as it was", cases[i]);
}

static void test_other_mounts(void)
{
    is_str(split("/", "/index.cgi", "/a"), "|/a", "the root");
    is_str(split("/", "/index.cgi", "/"), "|/", "the root itself");
    is_str(split("/", "/index.cgi", "/index.cgi/a"), "|/a", "its program");
    is_str(split("/a b", "/a b/index.cgi", "/a%20b/c"), "/a b|/c", "a space");
    is_str(split("/pub", PROGRAM, "/pub/a"), "/pub|/a", "not the folder's");
    is_str(split("/shop", "/shop", "/shop/a"), "/shop|/a",
           "a server that has set the mount");
    is_str(split("auto", PROGRAM, "/shop/a"), "/shop|/a", "the folder's");
    is_str(split("Auto", "/index.cgi", "/a"), "|/a", "the root's");
    is_str(split("auto", PROGRAM, "/other/a"), "as it was", "not below it");
    is_str(split("auto", "", "/a"), "as it was", "no folder");
}

static void test_settings(void)
{
    static const char *const right[] = {"/",      "/shop",     "/a/b",
                                        "auto",   "AUTO",      "/a b",
                                        "/~me/x", "/\xc3\xbc", "/..a/.b/c.."};
    static const char *const wrong[] = {
        "",       "shop",   "/shop/", "//",
        "//shop", "/a//b",  "/.",     "/a/..",
        "/./a",   "/a%20",  "/a?b",   "/a#b",
        "/a\nb",  "/a\x7f", "/a\\b",  "http://host/shop"};
    for (size_t i = 0; i < sizeof(right) / sizeof(right[0]); i++)
        ok(door_mount_want(right[i]) == NULL, right[i]);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        ok(door_mount_want(wrong[i]) != NULL, wrong[i]);
}

int main(void)
{
    test_the_path_is_split();
    test_the_path_is_resolved_as_servers_do();
    test_encoded_slashes();
    test_a_decoded_path();
    test_a_server_may_have_split_it();
    test_what_is_left_as_it_was();
    test_other_mounts();
    test_settings();
    return done_testing();
}
