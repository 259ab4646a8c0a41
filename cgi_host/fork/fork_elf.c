/* SPDX-License-Identifier: Apache-2.0 */
/* fork_elf.c: reads with pread(2), because a mapped file that somebody cuts
 * raises SIGBUS. */

#include "fork/fork_message.h"

#ifdef FORK_SUPPORTED

#include "fork/fork_elf.h"

#include <string.h>
#include <unistd.h>

#define DYNAMIC_MAX 4096
#define SYMBOLS_MAX (1u << 18)
#define SYMBOLS_AT_ONCE 256
#define NAME_MAX_LEN 64

#if __ELF_NATIVE_CLASS == 64
#define OUR_CLASS ELFCLASS64
#define BINDING(symbol) ELF64_ST_BIND((symbol)->st_info)
#else
#define OUR_CLASS ELFCLASS32
#define BINDING(symbol) ELF32_ST_BIND((symbol)->st_info)
#endif
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define OUR_ORDER ELFDATA2LSB
#else
#define OUR_ORDER ELFDATA2MSB
#endif

/* What the dynamic segment says of the symbols, as addresses. 0: nothing. */
struct tables {
    ElfW(Addr) symbols;
    ElfW(Addr) strings;
    ElfW(Xword) strings_size;
    ElfW(Addr) hash;
    ElfW(Addr) gnu_hash;
};

/* Returns 1 if all bytes were read. */
static int read_at(const fork_elf_t *elf, uint64_t offset, void *buffer,
                   size_t size)
{
    if (offset > INT64_MAX - size)
        return 0;
    return pread(elf->fd, buffer, size, (off_t)offset) == (ssize_t)size;
}

/* ---- headers ---- */

static int is_ours(const ElfW(Ehdr) * head)
{
    return memcmp(head->e_ident, ELFMAG, SELFMAG) == 0 &&
           head->e_ident[EI_CLASS] == OUR_CLASS &&
           head->e_ident[EI_DATA] == OUR_ORDER &&
           (head->e_type == ET_EXEC || head->e_type == ET_DYN) &&
           head->e_phentsize == sizeof(ElfW(Phdr)) &&
           head->e_phnum <= FORK_ELF_SEGMENTS;
}

static const ElfW(Phdr) * find_segment(const fork_elf_t *elf, ElfW(Word) type)
{
    for (int i = 0; i < elf->head.e_phnum; i++)
        if (elf->segments[i].p_type == type)
            return &elf->segments[i];
    return NULL;
}

/* Returns 0 if the name of the loader is not whole. */
static int read_loader(fork_elf_t *elf)
{
    const ElfW(Phdr) *segment = find_segment(elf, PT_INTERP);
    elf->loader[0] = '\0';
    if (!segment)
        return 1;
    size_t size = segment->p_filesz;
    return size > 0 && size <= sizeof(elf->loader) &&
           read_at(elf, segment->p_offset, elf->loader, size) &&
           elf->loader[size - 1] == '\0';
}

int fork_elf_open(fork_elf_t *elf, int fd)
{
    elf->fd = fd;
    return read_at(elf, 0, &elf->head, sizeof(elf->head)) &&
           is_ours(&elf->head) &&
           read_at(elf, elf->head.e_phoff, elf->segments,
                   elf->head.e_phnum * sizeof(elf->segments[0])) &&
           read_loader(elf);
}

/* ---- symbols ---- */

/* Reads what a loaded program would have at an address. */
static int read_loaded(const fork_elf_t *elf, uint64_t address, void *buffer,
                       size_t size)
{
    for (int i = 0; i < elf->head.e_phnum; i++) {
        const ElfW(Phdr) *segment = &elf->segments[i];
        if (segment->p_type != PT_LOAD || address < segment->p_vaddr)
            continue;
        uint64_t offset = address - segment->p_vaddr;
        if (offset > segment->p_filesz || size > segment->p_filesz - offset)
            continue;
        return segment->p_offset <= UINT64_MAX - offset &&
               read_at(elf, segment->p_offset + offset, buffer, size);
    }
    return 0;
}

static void note(struct tables *tables, const ElfW(Dyn) * entry)
{
    switch (entry->d_tag) {
    case DT_SYMTAB:
        tables->symbols = entry->d_un.d_ptr;
        break;
    case DT_STRTAB:
        tables->strings = entry->d_un.d_ptr;
        break;
    case DT_STRSZ:
        tables->strings_size = entry->d_un.d_val;
        break;
    case DT_HASH:
        tables->hash = entry->d_un.d_ptr;
        break;
    case DT_GNU_HASH:
        tables->gnu_hash = entry->d_un.d_ptr;
        break;
    }
}

static int find_tables(const fork_elf_t *elf, struct tables *tables)
{
    const ElfW(Phdr) *segment = find_segment(elf, PT_DYNAMIC);
    ElfW(Dyn) entry;
    if (!segment)
        return 0;
    for (size_t i = 0; i < DYNAMIC_MAX; i++) {
        size_t at = i * sizeof(entry);
        if (segment->p_filesz < at + sizeof(entry) ||
            segment->p_offset > INT64_MAX - at ||
            !read_at(elf, segment->p_offset + at, &entry, sizeof(entry)) ||
            entry.d_tag == DT_NULL)
            break;
        note(tables, &entry);
    }
    return tables->symbols && tables->strings;
}

/* The strings follow the symbols in what all linkers make. */
static uint64_t count_by_distance(const struct tables *tables)
{
    return tables->strings > tables->symbols
               ? (tables->strings - tables->symbols) / sizeof(ElfW(Sym))
               : 0;
}

/* Returns how many symbols there are, or, by the GNU table, how many it does
 * not have: all undefined ones are among these, and stand first. A GNU table
 * without any symbol has no such number. */
static size_t count_symbols(const fork_elf_t *elf, const struct tables *tables)
{
    uint32_t words[2] = {0, 0};
    uint64_t table = tables->gnu_hash ? tables->gnu_hash : tables->hash;
    if (!table || !read_loaded(elf, table, words, sizeof(words)))
        return 0;
    uint64_t count = words[1] > 1 ? words[1] : count_by_distance(tables);
    return count < SYMBOLS_MAX ? count : SYMBOLS_MAX;
}

static int has_name(const fork_elf_t *elf, const struct tables *tables,
                    const ElfW(Sym) * symbol, const char *name)
{
    char found[NAME_MAX_LEN];
    size_t size = strlen(name) + 1;
    return size <= sizeof(found) && symbol->st_name < tables->strings_size &&
           size <= tables->strings_size - symbol->st_name &&
           tables->strings <= UINT64_MAX - symbol->st_name &&
           read_loaded(elf, tables->strings + symbol->st_name, found, size) &&
           memcmp(found, name, size) == 0;
}

static int is_import(const ElfW(Sym) * symbol)
{
    return symbol->st_shndx == SHN_UNDEF && symbol->st_name != 0 &&
           (BINDING(symbol) == STB_GLOBAL || BINDING(symbol) == STB_WEAK);
}

int fork_elf_imports(const fork_elf_t *elf, const char *function)
{
    ElfW(Sym) symbols[SYMBOLS_AT_ONCE];
    struct tables tables = {0};
    if (!find_tables(elf, &tables))
        return 0;
    for (size_t left = count_symbols(elf, &tables), some; left > 0;
         left -= some) {
        some = left < SYMBOLS_AT_ONCE ? left : SYMBOLS_AT_ONCE;
        if (!read_loaded(elf, tables.symbols, symbols, some * sizeof(*symbols)))
            return 0;
        for (size_t i = 0; i < some; i++)
            if (is_import(&symbols[i]) &&
                has_name(elf, &tables, &symbols[i], function))
                return 1;
        tables.symbols += some * sizeof(*symbols);
    }
    return 0;
}

#endif /* FORK_SUPPORTED */
