/* SPDX-License-Identifier: Apache-2.0 */
/* common_mend.c: looks for links, then fills the gaps of a line. */

#include "common_mend.h"

#include "common_shell.h"
#include "common_utf8.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NO_MEMORY "there is no memory left for a line that mends it"

/* U+2028 to U+202E and U+2066 to U+2069 change lines and their direction. */
static int turns(const char *text)
{
    return (memcmp(text, "\xe2\x80\xa8", 3) >= 0 &&
            memcmp(text, "\xe2\x80\xae", 3) <= 0) ||
           (memcmp(text, "\xe2\x81\xa6", 3) >= 0 &&
            memcmp(text, "\xe2\x81\xa9", 3) <= 0);
}

/* What a terminal does not show as it is would not be pasted as it is. */
static int is_shown(const char *word)
{
    size_t len = word ? strlen(word) : 0;
    for (size_t at = 0; at < len;) {
        size_t size = common_utf8_length(word + at, len - at);
        if (size == 0 || (unsigned char)word[at] < ' ' || word[at] == 0x7f ||
            (size == 3 && turns(word + at)))
            return 0;
        at += size;
    }
    return 1;
}

/* Returns where the way begins that the folder's owner chose. */
static size_t begin(const common_mend_t *mend)
{
    size_t len = strlen(mend->folder);
    int below =
        strncmp(mend->path, mend->folder, len) == 0 && mend->path[len] == '/';
    return below ? len + 1 : 1;
}

/* Writes the path of the first symbolic link on the way. Returns 1, or 0 if
 * there is none. */
static int find_link(const common_mend_t *mend, char link[PATH_MAX])
{
    struct stat about;
    size_t at = begin(mend);
    for (int more = 1; more; at++) {
        at += strcspn(mend->path + at, "/");
        more = mend->path[at] == '/';
        int len = snprintf(link, PATH_MAX, "%.*s", (int)at, mend->path);
        if (len >= PATH_MAX || lstat(link, &about) != 0)
            return 0;
        if (S_ISLNK(about.st_mode))
            return 1;
    }
    return 0;
}

/* Names as much of the target as this user can see. */
static void find_target(const char *path, const char *link,
                        char target[PATH_MAX])
{
    if (realpath(path, target) || realpath(link, target))
        return;
    ssize_t len = readlink(link, target, PATH_MAX - 1);
    target[len > 0 ? len : 0] = '\0';
}

const char *common_mend_link(const common_mend_t *mend)
{
    char link[PATH_MAX], target[PATH_MAX], *text;
    if (!find_link(mend, link))
        return NULL;
    find_target(mend->path, link, target);
    int len = asprintf(&text,
                       "%s is a symbolic link, and leads to %s: mend that, if "
                       "you mean it, or put the file or folder itself in the "
                       "place of the link",
                       link, target);
    return len > 0 ? text : NO_MEMORY;
}

static void put_word(FILE *out, const char *word)
{
    const char *quoted = common_shell_quote(word);
    fputs(quoted, out);
    common_shell_free(quoted, word);
}

static void fill(FILE *out, const common_mend_t *mend, const char *line)
{
    for (; *line; line++)
        if (*line == '@')
            put_word(out, mend->path);
        else if (*line == '%')
            put_word(out, mend->word);
        else if (*line == '~')
            fputs(mend->as, out);
        else
            fputc(*line, out);
}

const char *common_mend_line(const common_mend_t *mend, const char *line)
{
    char *text = NULL;
    size_t size;
    const char *link = common_mend_link(mend);
    if (link)
        return link;
    if (!is_shown(mend->path) || !is_shown(mend->word))
        return "give it a name without control characters first";
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NO_MEMORY;
    fill(out, mend, line);
    return fclose(out) == 0 ? text : NO_MEMORY;
}
