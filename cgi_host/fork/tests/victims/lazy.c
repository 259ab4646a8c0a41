/* SPDX-License-Identifier: Apache-2.0 */
/* lazy.c: a program, and with LIBRARY its library, that call many kinds of
 * functions of other files. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int library_rand(void);
size_t library_span(const char *text);
void library_say(const char *text);
void *library_compare(void);
int missing(void);

#ifdef LIBRARY

int library_rand(void)
{
    return rand();
}

#ifdef HOOKS
#include <dlfcn.h>
#include <link.h>

/* Another function than strspn(). */
static size_t hooked(const char *text, const char *letters)
{
    return 24;
}

static ElfW(Addr) part(ElfW(Sxword) tag)
{
    ElfW(Dyn) *entry = _DYNAMIC;
    while (entry->d_tag != tag)
        entry++;
    return entry->d_un.d_val;
}

/* As tools do that watch the calls of a library. */
__attribute__((constructor)) static void hook(void)
{
    Dl_info info;
    dladdr(hooked, &info);
    const ElfW(Sym) *symbols = (const ElfW(Sym) *)part(DT_SYMTAB);
    const char *strings = (const char *)part(DT_STRTAB);
    const ElfW(Rela) *jump = (const ElfW(Rela) *)part(DT_JMPREL);
    size_t count = part(DT_PLTRELSZ) / sizeof(*jump);
    for (; count > 0; count--, jump++)
        if (strcmp(strings + symbols[ELF64_R_SYM(jump->r_info)].st_name,
                   "strspn") == 0)
            *(void **)((char *)info.dli_fbase + jump->r_offset) = hooked;
}
#endif

size_t library_span(const char *text)
{
    return strspn(text, "0123456789");
}

void library_say(const char *text)
{
    puts(text);
}

void *library_compare(void)
{
    return (void *)strcmp;
}

/* Nobody calls it, and so nobody notices. */
int library_missing(void)
{
    return missing();
}

#else

#ifdef HAS_ENTRY
/* A distance to the function: the program's own entry is its address. */
__asm__(".data\n.long puts - .\n.text\n");
#endif

__attribute__((weak)) int nobody(void);

/* In place of the C library's, for the library, too. */
int rand(void)
{
    return 7;
}

int main(void)
{
    const char *does = getenv("DO");
    if (nobody)
        printf("somebody %d\n", nobody());
    printf("rand %d\n", library_rand());
    printf("the same strcmp: %d\n", library_compare() == (void *)strcmp);
    printf("%zu, %zu, %s\n", strlen(does), library_span(does),
           strcmp(does, "12 hours") == 0 ? "hours" : does);
    puts(does);
    library_say(does);
    return strchr(does, '1') != does;
}

#endif
