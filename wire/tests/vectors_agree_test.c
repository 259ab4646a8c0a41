/* SPDX-License-Identifier: Apache-2.0 */
/* Test of the codec with every golden vector: the decoded messages are those
 * that the vector's lines describe, and encoding them again gives the bytes of
 * a canonical vector. */

#include "describe.h"
#include "files.h"
#include "vectors.h"
#include "wire_message.h"

#include <dirent.h>

#define DIRECTORY "wire/vectors"
/* Fewer vectors mean that files are missing or not read to their end. */
#define LEAST_OF_FILE 10
#define LEAST_OF_ALL 160
#define LEAST_ENCODED 70

static wire_message_t message;
static int encoded; /* number of vectors that were encoded again */

/* Returns the error's name as it stands in the vectors. */
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

/* Describes all frames as text, and encodes the good ones into out. Returns the
 * first error, or 0. */
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

/* Returns the whole description of the bytes; the caller frees it. */
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

static void test_vector(const vector_t *vector)
{
    msgpack_sbuffer out;
    msgpack_sbuffer_init(&out);
    char *got = describe(vector->bytes, vector->len, &out);
    is_str(got, vector->lines, vector->name);
    encoded += vector->canonical;
    if (vector->canonical)
        ok(out.size == vector->len &&
               memcmp(out.data, vector->bytes, vector->len) == 0,
           "… and is encoded to the same bytes");
    msgpack_sbuffer_destroy(&out);
    free(got);
}

/* Returns how many vectors the file holds. */
static int test_file(const char *name)
{
    char path[512];
    size_t len;
    int count = 0;
    vector_t vector;
    snprintf(path, sizeof(path), DIRECTORY "/%s", name);
    char *text = files_read(path, &len);
    for (char *rest = text; vectors_next(&rest, &vector); count++) {
        test_vector(&vector);
        vectors_free(&vector);
    }
    free(text);
    ok(count >= LEAST_OF_FILE, path);
    return count;
}

static int has_suffix(const struct dirent *entry)
{
    size_t n = strlen(entry->d_name);
    return n > 4 && strcmp(entry->d_name + n - 4, ".txt") == 0;
}

int main(void)
{
    char path[4096];
    struct dirent **entries;
    snprintf(path, sizeof(path), "%s/" DIRECTORY, files_root());
    int files = scandir(path, &entries, has_suffix, alphasort);
    int count = 0;
    if (files < 0)
        bail_out(path);
    for (int i = 0; i < files; i++) {
        count += test_file(entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    ok(count >= LEAST_OF_ALL, "all vectors are there");
    ok(encoded >= LEAST_ENCODED, "all canonical ones are encoded");
    return done_testing();
}
