/* SPDX-License-Identifier: Apache-2.0 */
/* recent.h: the last lines about each script, in memory only, for its owner.
 * Pure: the caller says what time it is.
 * Why: docs/decisions/an-owner-reads-the-last-lines.md */

#ifndef RECENT_H
#define RECENT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Bytes that are kept, with their records: of one script, and of all. */
#define RECENT_SCRIPT_MAX (64u << 10)
#define RECENT_ALL_MAX (16u << 20)
/* Scripts with lines. */
#define RECENT_SCRIPTS_MAX 4096u
/* A longer text is cut. */
#define RECENT_TEXT_MAX 8192u

#define RECENT_CHAINS 1024u
#define RECENT_NOBODY ((uid_t)-1) /* the owner is not known yet */

typedef enum recent_kind {
    RECENT_SAID,    /* logged by the script through its SDK */
    RECENT_PRINTED, /* written to stdout or stderr */
    RECENT_FAULT,   /* what went wrong */
    RECENT_START,   /* workers come and go */
    RECENT_ORDER    /* of persistctl */
} recent_kind_t;

/* As it is added, without a number, and as it is kept. The texts end with a
 * NUL where they are kept, and may have others. */
typedef struct recent_line {
    uint64_t number; /* rises with each line of any script */
    int64_t time;    /* µs since the epoch */
    recent_kind_t kind;
    pid_t pid;      /* 0: not about one worker */
    const char *id; /* of the request */
    size_t id_len;  /* 0: not about one */
    const char *text;
    size_t len;
} recent_line_t;

typedef struct recent_node {
    struct recent_node *next;
    recent_line_t line;
    size_t bytes; /* what it takes */
    char texts[];
} recent_node_t;

typedef struct recent_script {
    struct recent_script *chained;
    char *path;
    uid_t owner;                 /* whose lines these are */
    recent_node_t *first, *last; /* by number; NULL: none are left */
    size_t bytes;                /* what the record and the lines take */
    uint64_t newest;             /* number of the last line; 0: none came */
    uint64_t cut;                /* of the last one that was cut; 0: none */
} recent_script_t;

/* Zeroed at the start. */
typedef struct recent {
    recent_script_t *chains[RECENT_CHAINS];
    uint64_t number; /* of the last line */
    uint64_t began;  /* what it was before the first one */
    size_t bytes;
    uint32_t count; /* of scripts */
} recent_t;

/* Adds a line. If there is no room, the oldest lines go: of the same script if
 * it has more than its part, else of the one that has most. An owner that is
 * known already stays, because a pool may know one of long ago; a line of
 * another one is dropped, and is for neither of them. */
void recent_add(recent_t *recent, const char *path, uid_t owner,
                const recent_line_t *line);

/* The script has this owner: its file was looked at. Lines of another one go;
 * so far the owner may have been unknown. */
void recent_own(recent_t *recent, const char *path, uid_t owner);

/* Returns the script's record, or NULL. */
recent_script_t *recent_find(const recent_t *recent, const char *path);

/* Returns the next of all scripts, in no order; *chain is 0 before the first
 * call, and last is NULL. NULL after the last one. */
const recent_script_t *recent_next(const recent_t *recent,
                                   const recent_script_t *last,
                                   uint32_t *chain);

const char *recent_kind_text(recent_kind_t kind);

#endif /* RECENT_H */
