/* SPDX-License-Identifier: Apache-2.0 */
/* fork_bind.c: a call of another file's function goes through an entry of a
 * table (R_*_JUMP_SLOT). Unless a file is linked with -z now, the loader fills
 * it at the first call, which costs a new process several page faults. The C
 * library itself calls the loader that way before main().
 *
 * LD_BIND_NOW would bind all that a program loads later, too, and refuse a
 * plugin that lacks a function which nobody calls. */

/* dlvsym(), RTLD_NEXT */
#define _GNU_SOURCE 1 /* NOLINT(bugprone-reserved-identifier) */

#include "fork/fork_bind.h"

#include "fork/fork_message.h"

#ifdef FORK_SUPPORTED

#include "fork/fork_text.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>

#if defined(__x86_64__)
#define JUMP_SLOT R_X86_64_JUMP_SLOT
#else
#define JUMP_SLOT R_AARCH64_JUMP_SLOT
#endif

typedef void *find_t(void *handle, const char *name, const char *version);

/* What the C library itself reads. */
extern char **__environ;

/* A file in memory: the parts of its dynamic section (System V ABI, chapter 5,
 * and "Symbol Versioning" of the Linux Standard Base). */
typedef struct file {
    ElfW(Addr) base, code_end; /* the code is between them */
    const char *strings;
    const ElfW(Sym) * symbols;
    const ElfW(Half) * versions; /* one for each symbol */
    const ElfW(Verneed) * needs; /* names of versions, by other file */
    const ElfW(Rela) * jumps;
    size_t jumps_size;
    int is_certain; /* neither bound already nor with a scope of its own */
} file_t;

/* The loader adds the base to most addresses in place, but not to all. */
static const void *at(const file_t *file, ElfW(Addr) address)
{
    return (const void *)(address < file->base ? file->base + address
                                               : address);
}

static void read_entry(const ElfW(Dyn) * entry, file_t *file)
{
    const void *part = at(file, entry->d_un.d_ptr);
    switch (entry->d_tag) {
    case DT_STRTAB:
        file->strings = part;
        break;
    case DT_SYMTAB:
        file->symbols = part;
        break;
    case DT_VERSYM:
        file->versions = part;
        break;
    case DT_VERNEED:
        file->needs = part;
        break;
    case DT_JMPREL:
        file->jumps = part;
        break;
    case DT_PLTRELSZ:
        file->jumps_size = entry->d_un.d_val;
        break;
    case DT_FLAGS:
        if (entry->d_un.d_val & (DF_SYMBOLIC | DF_BIND_NOW))
            file->is_certain = 0;
        break;
    case DT_FLAGS_1:
        if (entry->d_un.d_val & DF_1_NOW)
            file->is_certain = 0;
        break;
    case DT_SYMBOLIC:
    case DT_BIND_NOW:
        file->is_certain = 0;
        break;
    default:
        break;
    }
}

static file_t read_file(const struct link_map *map)
{
    file_t file = {.base = map->l_addr,
                   .code_end = (ElfW(Addr))map->l_ld,
                   .is_certain = 1};
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
        read_entry(entry, &file);
    if (!file.strings || !file.symbols || !file.versions || !file.needs ||
        !file.jumps)
        file.is_certain = 0;
    return file;
}

/* Returns NULL if no other file has to have it. */
static const char *version_name(const file_t *file, unsigned number)
{
    const char *need = (const char *)file->needs;
    for (;;) {
        const ElfW(Verneed) *by = (const ElfW(Verneed) *)need;
        const char *part = need + by->vn_aux;
        for (unsigned i = 0; i < by->vn_cnt; i++) {
            const ElfW(Vernaux) *version = (const ElfW(Vernaux) *)part;
            if (version->vna_other == number)
                return file->strings + version->vna_name;
            part += version->vna_next;
        }
        if (by->vn_next == 0)
            return NULL;
        need += by->vn_next;
    }
}

/* The loader takes the first file of a list that has the function in this
 * version or without any. dlsym() takes the first that has it without a version
 * or in its default one, dlvsym() the first that has it in this version, or
 * that has no versions at all. Where both find the same, so does the loader.
 * Returns NULL if that is not certain. */
static void *find(const char *name, const char *version, find_t *dlvsym_there)
{
    void *any = dlsym(RTLD_DEFAULT, name);
    return any && any == dlvsym_there(RTLD_DEFAULT, name, version) ? any : NULL;
}

static uint32_t read32(const unsigned char *from)
{
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 |
           (uint32_t)from[3] << 24;
}

/* Whether the code is what calls the loader, as GNU ld, gold and lld make it:
 * on x86_64 for the entry with this number, "push $number", on aarch64 for all,
 * "stp x16, x30, [sp, #-16]!". A mark for indirect jumps (endbr64, bti c) may
 * precede it. */
static int calls_loader(const unsigned char *code, size_t number)
{
#if defined(__x86_64__)
    const uint32_t mark = 0xfa1e0ff3;
    if (read32(code) == mark)
        code += sizeof(mark);
    return code[0] == 0x68 && read32(code + 1) == number;
#else
    const uint32_t mark = 0xd503245f, push = 0xa9bf7bf0;
    (void)number;
    return read32(code) == push ||
           (read32(code) == mark && read32(code + sizeof(mark)) == push);
#endif
}

/* A constructor may have filled an entry, or put another function there. */
static int is_empty(const file_t *file, size_t number)
{
    ElfW(Addr) entry =
        *(ElfW(Addr) *)(file->base + file->jumps[number].r_offset);
    return entry >= file->base && entry < file->code_end &&
           calls_loader((const unsigned char *)entry, number);
}

/* A weak symbol may be missing. */
static int can_be_bound(const file_t *file, size_t number)
{
    const ElfW(Rela) *jump = &file->jumps[number];
    const ElfW(Sym) *symbol = &file->symbols[ELF64_R_SYM(jump->r_info)];
    return ELF64_R_TYPE(jump->r_info) == JUMP_SLOT &&
           ELF64_ST_BIND(symbol->st_info) == STB_GLOBAL &&
           is_empty(file, number);
}

static void bind_jump(const file_t *file, size_t number, find_t *dlvsym_there)
{
    if (!can_be_bound(file, number))
        return;
    const ElfW(Rela) *jump = &file->jumps[number];
    size_t index = ELF64_R_SYM(jump->r_info);
    const char *name = file->strings + file->symbols[index].st_name;
    const char *version = version_name(file, file->versions[index] & 0x7fff);
    void *address = version ? find(name, version, dlvsym_there) : NULL;
    if (address)
        *(void **)(file->base + jump->r_offset) = address;
}

static void bind_file(const file_t *file, find_t *dlvsym_there)
{
    for (size_t i = 0; i < file->jumps_size / sizeof(*file->jumps); i++)
        bind_jump(file, i, dlvsym_there);
}

/* With these the loader tells others of each lookup and of its caller, which
 * would be this library. */
static int is_watched(void)
{
    for (char **variable = __environ; *variable; variable++)
        if (fork_text_same_name(*variable, "LD_AUDIT") ||
            fork_text_same_name(*variable, "LD_PROFILE"))
            return 1;
    return 0;
}

/* Whether a program's own entry for another file's function is what all files
 * know as the function's address, since the program takes it without asking the
 * loader. Both lookups would find that entry, and fill it with itself. */
static int lends_entries(const file_t *program)
{
    if (!program->jumps || !program->symbols)
        return 0;
    for (size_t i = 0; i < program->jumps_size / sizeof(*program->jumps); i++) {
        size_t index = ELF64_R_SYM(program->jumps[i].r_info);
        const ElfW(Sym) *symbol = &program->symbols[index];
        if (symbol->st_shndx == SHN_UNDEF && symbol->st_value != 0)
            return 1;
    }
    return 0;
}

static void bind_all(const struct link_map *map, find_t *dlvsym_there)
{
    for (; map; map = map->l_next) {
        const file_t file = read_file(map);
        if (file.is_certain)
            bind_file(&file, dlvsym_there);
    }
}

/* A program may have a dlsym() of its own. The last lookup succeeds, so that it
 * leaves nothing to dlerror(). */
void fork_bind_all(void)
{
    if (is_watched() || dlsym(RTLD_NEXT, "dlsym") != (void *)dlsym)
        return;
    find_t *dlvsym_there = (find_t *)dlsym(RTLD_NEXT, "dlvsym");
    const struct r_debug *debug = dlsym(RTLD_NEXT, "_r_debug");
    if (!dlvsym_there || !debug)
        return;
    const file_t program = read_file(debug->r_map);
    if (lends_entries(&program))
        return;
    bind_all(debug->r_map, dlvsym_there);
    dlsym(RTLD_NEXT, "dlvsym");
}

#endif /* FORK_SUPPORTED */
