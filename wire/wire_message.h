/* SPDX-License-Identifier: Apache-2.0 */
/* wire_message.h: the messages as C structures, and one codec for all of them.
 * wire/PROTOCOL.md defines what they mean. */

#ifndef WIRE_MESSAGE_H
#define WIRE_MESSAGE_H

#include "wire_error.h"
#include "wire_frame.h"
#include "wire_kind.h"
#include "wire_limits.h"

#include <msgpack/sbuffer.h>

/* A flat array of bytes. Headers and environments are name, value, name, value,
 * … in order, with repeats kept. */
typedef struct wire_list {
    const wire_bytes_t *items;
    size_t count; /* elements, so twice the number of pairs */
} wire_list_t;

enum wire_role { WIRE_ROLE_DATA = 0, WIRE_ROLE_CONTROL = 1 };

/* Bits of features in OPEN and READY. */
enum wire_feature {
    WIRE_FEATURE_FILE = 1,    /* the worker passes files, httpd takes them */
    WIRE_FEATURE_CLONE = 2,   /* the worker makes clones, persistd sends FORK */
    WIRE_FEATURE_FAULT = 32,  /* the worker sets WIRE_FAILED, httpd takes it */
    WIRE_FEATURE_AHEAD = 64,  /* requests have tokens (wire_token.h), so some
                               * may be sent while the worker is busy */
    WIRE_FEATURE_LENGTH = 128 /* the script reads CONTENT_LENGTH bytes, so httpd
                               * gathers a body whose length is unknown */
    /* reserved: 4 PARK, 8 UPGRADE, 16 cgi */
};

/* Units of a worker with WIRE_FEATURE_AHEAD, which runs one request at a time.
 */
#define WIRE_AHEAD_UNITS 8u

/* First frame of every connection to a worker. */
typedef struct wire_open {
    uint64_t version;  /* WIRE_VERSION of the side that connects */
    uint64_t role;     /* enum wire_role */
    uint64_t features; /* enum wire_feature: what the connecting side takes */
    uint64_t unit;     /* below the worker's capacity; 0 for control */
} wire_open_t;

enum wire_body_mode {
    WIRE_BODY_NONE = 0,  /* the request has no body */
    WIRE_BODY_HERE = 1,  /* all of it is in this frame */
    WIRE_BODY_PULLED = 2 /* its beginning is here; WANT brings the rest */
};

typedef struct wire_request {
    uint64_t seq;           /* drawn by httpd; the answer repeats it */
    wire_bytes_t variables; /* name NUL value NUL … */
    uint64_t body_mode;     /* enum wire_body_mode */
    wire_bytes_t body;
    uint64_t soft_ms; /* until the soft deadline, 0: none */
    wire_bytes_t request_id;
} wire_request_t;

enum wire_mark {
    WIRE_MORE = 0,
    WIRE_LAST = 1,  /* the body ends here; from a worker also END(ok) */
    WIRE_BROKEN = 2 /* httpd only: the client's body can't be completed */
};

typedef struct wire_body {
    wire_bytes_t bytes;
    uint64_t mark; /* enum wire_mark */
} wire_body_t;

typedef struct wire_info {
    uint64_t seq;
    uint64_t status; /* 102 Processing or 103 Early Hints */
    wire_list_t headers;
} wire_info_t;

/* Why a RESPONSE can also end the response:
 * docs/decisions/one-frame-ends-a-response.md */
enum wire_response_flags {
    WIRE_COMPLETE = 1, /* all of it is here: no BODY and no END follow */
    WIRE_CGI = 2,      /* RFC 3875 6.2 rules hold for Location and Status */
    WIRE_FAILED = 4    /* "fault": the SDK answers for a script that failed.
                        * Needs WIRE_FEATURE_FAULT */
};

typedef struct wire_response {
    uint64_t seq;
    uint64_t status; /* 200…599 */
    wire_list_t headers;
    wire_bytes_t body;
    uint64_t flags; /* enum wire_response_flags */
} wire_response_t;

/* Comes with an open descriptor (SCM_RIGHTS). */
typedef struct wire_file {
    uint64_t offset;
    uint64_t length;
} wire_file_t;

typedef struct wire_want {
    uint64_t bytes; /* added to the credit; 1…WIRE_CREDIT_MAX */
} wire_want_t;

/* Levels are those of syslog (RFC 5424): 0 emergency … 7 debug. */
typedef struct wire_log {
    uint64_t level;
    wire_bytes_t text;
} wire_log_t;

typedef struct wire_end {
    uint64_t ok;    /* 0: abort the client's stream; the worker lives on */
    uint64_t after; /* 1: the worker goes on working; the unit is finishing */
    wire_list_t trailers;
} wire_end_t;

typedef struct wire_deadline {
    wire_bytes_t request_id;
} wire_deadline_t;

/* Asks whether this unit is idle. The worker answers IDLE with the same unit as
 * soon as nothing that arrived on a connection of this unit is running any
 * more. docs/decisions/finishing-by-probe.md */
typedef struct wire_probe {
    uint64_t unit;
} wire_probe_t;

typedef struct wire_ready {
    uint64_t version;
    wire_bytes_t sdk;  /* "python 0.1.0" */
    uint64_t features; /* enum wire_feature */
    uint64_t capacity; /* requests at a time, 1… */
    wire_list_t files; /* absolute paths of the code it has loaded */
    uint64_t signal;   /* number that means "look at control"; 0: none */
} wire_ready_t;

typedef struct wire_files {
    wire_list_t files;
} wire_files_t;

typedef struct wire_idle {
    uint64_t unit;
} wire_idle_t;

typedef struct wire_cloned {
    uint64_t refused;
} wire_cloned_t;

typedef struct wire_child {
    uint64_t pid;
    uint64_t status; /* as waitpid() returns it */
} wire_child_t;

/* httpd's parent to persistd, over the socket that persistd inherited, at every
 * start and restart of httpd. The descriptor of the new error log is passed
 * with it. */
typedef struct wire_settings {
    wire_bytes_t token; /* secret of this instance; HELLO must hold it */
    uint64_t max_workers;
    uint64_t stop_ms;
    wire_list_t environment; /* that every worker starts with */
    uint64_t owner_share; /* workers of one owner's scripts, if others wait */
    uint64_t debug;       /* LogLevel persist:debug: log changes of state */
    uint64_t umask;       /* of httpd, which every worker starts with */
} wire_settings_t;

/* persistd to httpd's parent: ready to serve, or the fault. */
typedef struct wire_up {
    uint64_t fault; /* wire_fault_t; 0: ready */
    wire_bytes_t text;
} wire_up_t;

enum wire_hello_role {
    WIRE_HELLO_PRESENCE = 0, /* a child's one long-lived connection */
    WIRE_HELLO_ASK = 1,      /* one ENSURE or STATUS, then closed */
    WIRE_HELLO_LOG = 2       /* a child's connection for SAID */
};

typedef struct wire_hello {
    wire_bytes_t token; /* empty on the admin socket */
    uint64_t role;      /* enum wire_hello_role */
    uint64_t owner;     /* the child's index in owners.lock, 0: none */
} wire_hello_t;

/* What happens when a worker's code changes. */
enum wire_reload {
    WIRE_RELOAD_WAIT = 0,    /* the next request waits for new code */
    WIRE_RELOAD_ROLLING = 1, /* old code serves until new code is ready */
    WIRE_RELOAD_OFF = 2      /* nothing */
};

enum wire_pool_mode { WIRE_MODE_LOOP = 0, WIRE_MODE_CGI = 1 };

/* The settings of a pool, as numbers: a field for each row. */
typedef struct wire_pool_settings {
#define POOL_NUMBER(name, low, high, fallback, ceiling) uint64_t name;
#include "wire_pool_settings.h"
} wire_pool_settings_t;

/* The whole definition of a worker pool. httpd computes the key over all fields
 * below seen. persistd also keeps the message, without seen, in its journal. */
typedef struct wire_ensure {
    uint64_t key_high;
    uint64_t key_low;
    uint64_t seen;       /* slots_version() of the script as httpd sees it */
    wire_bytes_t script; /* canonical absolute path */
    wire_list_t interpreter; /* command and arguments; empty: exec the script */
    wire_list_t environment; /* PersistEnv, name, value, … */
    wire_pool_settings_t settings;
} wire_ensure_t;

typedef struct wire_ensured {
    uint64_t fault;      /* wire_fault_t; 0: pool and generation are valid */
    uint64_t pool;       /* index in the table */
    uint64_t generation; /* of that entry */
    uint64_t retry_ms;   /* time until a new try makes sense; 0: unknown */
    wire_bytes_t text;   /* for the log; with debug the worker's last words */
} wire_ensured_t;

/* httpd to persistd, unanswered: persistd is to look at this pool in the
 * table. */
typedef struct wire_nudge {
    uint64_t pool;
} wire_nudge_t;

/* httpd to persistd, unanswered: this request, which runs in that slot, has
 * passed its soft deadline. Sent again each second while it runs. */
typedef struct wire_late {
    uint64_t slot;
    uint64_t incarnation;
    wire_bytes_t request_id;
} wire_late_t;

enum wire_said_kind {
    WIRE_SAID_LOG = 0,  /* LOG of a worker, at any level */
    WIRE_SAID_FAULT = 1 /* a PERSISTnnnn */
};

/* httpd to persistd, unanswered: what it logs about this script. It is lost
 * where the connection is full. */
typedef struct wire_said {
    uint64_t kind; /* enum wire_said_kind */
    uint64_t pid;  /* of the worker; 0: none */
    wire_bytes_t script;
    wire_bytes_t request_id;
    wire_bytes_t text; /* one line or several */
} wire_said_t;

enum wire_status_format {
    WIRE_STATUS_TEXT = 0,    /* for people */
    WIRE_STATUS_JSON = 1,    /* for programs: one object, one line */
    WIRE_STATUS_FIELDS = 2,  /* for persistctl: records of NAME=VALUE NUL, each
                                ended by one more NUL; the first field names the
                                subject: instance=, pool= or worker= */
    WIRE_STATUS_METRICS = 3, /* OpenMetrics 1.0 */
    WIRE_STATUS_WORDS = 4,   /* what workers printed last, with its marks, and
                                how one of them has just crashed */
    WIRE_STATUS_LOG = 5      /* the last lines about each script, as records:
                                log=SCRIPT, then line=NUMBER for each */
};

typedef struct wire_status {
    uint64_t format;   /* enum wire_status_format */
    wire_bytes_t path; /* only this script, or scripts below this directory;
                          empty: all */
    uint64_t after;    /* LOG: only lines after this number */
    uint64_t lines;    /* TEXT, JSON: so many last lines of each script */
    uint64_t whose;    /* of the scripts of this uid; WIRE_ANYBODY: of all */
} wire_status_t;

#define WIRE_ANYBODY UINT32_MAX

/* For `after`: no lines, but the scripts that have some. */
#define WIRE_AFTER_ALL UINT64_MAX

typedef struct wire_report {
    wire_bytes_t bytes;
    uint64_t last; /* 0: another REPORT follows */
} wire_report_t;

/* What an owner can order for the pools of a script. */
enum wire_order_verb {
    WIRE_ORDER_START = 0,   /* lifts a stop and back-off, starts a worker */
    WIRE_ORDER_STOP = 1,    /* workers leave; refuses requests until START */
    WIRE_ORDER_RESTART = 2, /* replaces workers one by one; lifts a stop */
    WIRE_ORDER_RELOAD = 3,  /* as RESTART, but a stopped pool stays stopped */
    WIRE_ORDER_DRAIN = 4    /* workers leave; the next request starts some */
};

/* persistctl to persistd. persistd's journal keeps a STOP. */
typedef struct wire_order {
    uint64_t verb;       /* enum wire_order_verb */
    wire_bytes_t script; /* as the pool's definition names it */
} wire_order_t;

enum wire_order_result {
    WIRE_ORDER_DONE = 0,
    WIRE_ORDER_FAILED = 1,  /* fault and text have the reason */
    WIRE_ORDER_REFUSED = 2, /* the script belongs to another user */
    WIRE_ORDER_NO_POOL = 3
};

/* persistd to persistctl, when the order has been carried out or can't be. */
typedef struct wire_ordered {
    uint64_t result;   /* enum wire_order_result */
    uint64_t fault;    /* wire_fault_t of a start that failed; else 0 */
    wire_bytes_t text; /* what was done, or why not */
} wire_ordered_t;

/* One record of persistd's journal: the worker in a slot. */
typedef struct wire_worker {
    uint64_t slot;
    uint64_t incarnation;
    uint64_t key_high;
    uint64_t key_low;
    uint64_t pid;
    uint64_t started; /* clock ticks since boot, field 22 of /proc/<pid>/stat */
    uint64_t version; /* slots_version() of the script it was started from */
    uint64_t signal;  /* of its READY; 0: none, or no READY yet */
} wire_worker_t;

/* Any one message. The structure holds the arrays that its lists point into, so
 * it must not be copied or moved. It is large (about 17 KiB): keep one for each
 * connection or on a stack that has room, and never clear it as a whole. */
typedef struct wire_message {
    wire_kind_t kind;
    union {
        wire_open_t open;
        wire_request_t request;
        wire_body_t body;
        wire_info_t info;
        wire_response_t response;
        wire_file_t file;
        wire_want_t want;
        wire_log_t log;
        wire_end_t end;
        wire_deadline_t deadline;
        wire_probe_t probe;
        wire_ready_t ready;
        wire_files_t files;
        wire_idle_t idle;
        wire_cloned_t cloned;
        wire_child_t child;
        wire_settings_t settings;
        wire_up_t up;
        wire_hello_t hello;
        wire_ensure_t ensure;
        wire_ensured_t ensured;
        wire_nudge_t nudge;
        wire_status_t status;
        wire_report_t report;
        wire_order_t order;
        wire_ordered_t ordered;
        wire_late_t late;
        wire_said_t said;
        wire_worker_t worker;
    } as;
    wire_bytes_t elements[WIRE_ELEMENTS_MAX];
} wire_message_t;

/* Reads one frame (without its prefix, as wire_reader_next() returns it). The
 * bytes fields of *message point into the frame. Every limit of the message is
 * checked; str and bin are both bytes; fields after the known ones are ignored.
 * Returns 0, or a wire_error_t, and then *message is undefined. */
int wire_decode(wire_bytes_t frame, wire_message_t *message);

/* Appends the frame (prefix included) of a message of this kind to out; fields
 * points to the structure of the kind.
 * With split == NULL the frame is whole. Otherwise the message's payload (body
 * of REQUEST and RESPONSE, bytes of BODY) is left out, and *split is set to the
 * offset in out where it belongs, so that the caller can send it without a
 * copy: write out[0…*split), the payload, out[*split…end). For a message
 * without a payload *split is the end of out.
 * Returns 0, or a wire_error_t, for example if a field is beyond its limit, and
 * then out is as before. */
int wire_encode(msgpack_sbuffer *out, wire_kind_t kind, const void *fields,
                size_t *split);

/* "REQUEST", "END", …; "unknown" if there is no such kind. */
const char *wire_kind_name(wire_kind_t kind);

#endif /* WIRE_MESSAGE_H */
