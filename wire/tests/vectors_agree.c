/* SPDX-License-Identifier: Apache-2.0 */
/* Reads every golden vector: what we make of the .bin is what the .txt says,
 * and encoding that again gives the bytes of a canonical one. */

#include "describe.h"
#include "files.h"
#include "wire_message.h"

#include <dirent.h>

#define DIRECTORY "wire/vectors"

static wire_message_t message;

/* The error's name as the vectors have it. */
static const char *error_name(int error)
{
    static const char *const names[] = {
        "OK",       "PREFIX", "LENGTH", "MSGPACK", "EXCESS", "TYPE",  "NESTING",
        "ELEMENTS", "KIND",   "FIELDS", "RANGE",   "PAIRS",  "MEMORY"};
    return names[-error];
}

static void receive(wire_reader_t *reader, const char *data, size_t len)
{
    while (len > 0) {
        size_t room = 0;
        uint8_t *space = wire_reader_space(reader, &room);
        if (!space)
            bail_out("no memory");
        size_t n = len < room ? len : room;
        memcpy(space, data, n);
        wire_reader_commit(reader, n);
        data += n;
        len -= n;
    }
}

/* Describes all frames as text, and encodes the good ones into out. Returns
 * the first error, or 0. */
static int read_frames(wire_reader_t *reader, FILE *text, msgpack_sbuffer *out)
{
    wire_bytes_t frame;
    int got;
    while ((got = wire_reader_next(reader, &frame)) == 1) {
        int error = wire_decode(frame, &message);
        if (error)
            return error;
        describe_message(text, &message);
        if (wire_encode(out, message.kind, &message.as, NULL) != 0)
            bail_out("what was decoded can't be encoded");
    }
    return got;
}

/* The whole description of the bytes; the caller frees it. */
static char *describe(const char *data, size_t len, msgpack_sbuffer *out)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    wire_reader_t reader;
    if (!file)
        bail_out("no memory");
    wire_reader_init(&reader);
    receive(&reader, data, len);
    int error = read_frames(&reader, file, out);
    if (error)
        fprintf(file, "error %s\n", error_name(error));
    else if (wire_reader_pending(&reader) > 0 || len == 0)
        fprintf(file, "incomplete %zu\n", wire_reader_pending(&reader));
    wire_reader_destroy(&reader);
    fclose(file);
    return text;
}

/* Takes comments and the canonical line out, in place. Returns whether it
 * said yes. */
static int strip(char *text)
{
    int canonical = 0;
    char *to = text;
    for (char *line = text; *line;) {
        char *end = strchr(line, '\n');
        size_t n = end ? (size_t)(end - line) + 1 : strlen(line);
        if (strncmp(line, "canonical ", 10) == 0) {
            canonical = strncmp(line, "canonical yes\n", 14) == 0;
        } else if (*line != '#') {
            memmove(to, line, n);
            to += n;
        }
        line += n;
    }
    *to = '\0';
    return canonical;
}

static void test_vector(const char *name)
{
    char path[512];
    size_t bin_len, txt_len;
    snprintf(path, sizeof(path), DIRECTORY "/%s.bin", name);
    char *bin = files_read(path, &bin_len);
    snprintf(path, sizeof(path), DIRECTORY "/%s.txt", name);
    char *txt = files_read(path, &txt_len);
    int canonical = strip(txt);
    msgpack_sbuffer out;
    msgpack_sbuffer_init(&out);
    char *got = describe(bin, bin_len, &out);
    is_str(got, txt, name);
    if (canonical)
        ok(out.size == bin_len && memcmp(out.data, bin, bin_len) == 0,
           "… and is encoded to the same bytes");
    msgpack_sbuffer_destroy(&out);
    free(got);
    free(bin);
    free(txt);
}

static int has_suffix(const struct dirent *entry)
{
    size_t n = strlen(entry->d_name);
    return n > 4 && strcmp(entry->d_name + n - 4, ".bin") == 0;
}

int main(void)
{
    char path[4096];
    struct dirent **entries;
    snprintf(path, sizeof(path), "%s/" DIRECTORY, files_root());
    int count = scandir(path, &entries, has_suffix, alphasort);
    if (count < 0)
        bail_out(path);
    for (int i = 0; i < count; i++) {
        entries[i]->d_name[strlen(entries[i]->d_name) - 4] = '\0';
        test_vector(entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    ok(count >= 100, "there are vectors");
    return done_testing();
}
