/* SPDX-License-Identifier: Apache-2.0 */
/* wire_fault.h: the stable PERSISTnnnn codes. docs/errors.md has a section for
 * each, with its cause and what to do. A number is never reused for another
 * fault. */

#ifndef WIRE_FAULT_H
#define WIRE_FAULT_H

typedef enum wire_fault {
    WIRE_FAULT_NONE = 0,

    /* 1xxx: the request is refused before httpd looks for a worker */
    WIRE_FAULT_NOT_FOUND = 1001,       /* 404 */
    WIRE_FAULT_NOT_REGULAR = 1002,     /* 403 */
    WIRE_FAULT_NO_EXECCGI = 1003,      /* 403 */
    WIRE_FAULT_NOT_EXECUTABLE = 1004,  /* 403 */
    WIRE_FAULT_PATH_INFO = 1005,       /* 404 */
    WIRE_FAULT_SUEXEC = 1006,          /* 500 */
    WIRE_FAULT_BODY_LIMIT = 1007,      /* 413 */
    WIRE_FAULT_VARIABLES_LIMIT = 1008, /* 431 */
    WIRE_FAULT_NO_APPLICATION = 1009,  /* 500: PersistApp without its file */
    WIRE_FAULT_NO_MOUNT = 1010,        /* 500: a rule hides its URL */
    WIRE_FAULT_ENTRY_REFUSED = 1011,   /* 403: PersistApp's file, by a link */
    WIRE_FAULT_BODY_WHOLE = 1012,      /* 413: too long to be gathered whole */
    WIRE_FAULT_NO_LENGTH = 1013,       /* 411: and nothing is gathered */

    /* 2xxx: no worker is available */
    WIRE_FAULT_EXEC = 2001,           /* 500: could not be started */
    WIRE_FAULT_BOOT_EXIT = 2002,      /* 500: ended before READY */
    WIRE_FAULT_BOOT_TIMEOUT = 2003,   /* 500: no READY in PersistBootTimeout */
    WIRE_FAULT_CRASH_LOOP = 2004,     /* 500: quarantined for a while */
    WIRE_FAULT_POOLS_FULL = 2005,     /* 503: PersistMaxPools reached */
    WIRE_FAULT_WORKERS_FULL = 2006,   /* PersistMaxWorkers: a warning */
    WIRE_FAULT_WORKER_VERSION = 2007, /* 500: speaks another protocol */
    WIRE_FAULT_DEFINITION = 2008,     /* 500: persistd refuses the definition */

    /* 3xxx: overload, or persistd or the pool does not run */
    WIRE_FAULT_QUEUE_FULL = 3001,    /* 503 */
    WIRE_FAULT_QUEUE_TIMEOUT = 3002, /* 503 */
    WIRE_FAULT_QUEUE_TOTAL = 3003,   /* 503: waiters of all pools together */
    WIRE_FAULT_NO_PERSISTD = 3004,   /* 503: persistd is not there (yet) */
    WIRE_FAULT_STOPPING = 3005,      /* 503: httpd stops */
    WIRE_FAULT_STOPPED = 3006,       /* 503: by order, until START */
    WIRE_FAULT_FILE_SYSTEM = 3007,   /* 503: the script's does not answer */
    WIRE_FAULT_SPOOL = 3008,         /* 503: httpd can't keep the body */
    WIRE_FAULT_NO_WORKER = 3009,     /* 503: no process or socket for one */

    /* 4xxx: a worker failed its request */
    WIRE_FAULT_WORKER_DIED = 4001,    /* 502, or the stream is aborted */
    WIRE_FAULT_PROTOCOL = 4002,       /* 502, or the stream is aborted */
    WIRE_FAULT_BAD_HEADER = 4003,     /* 502 */
    WIRE_FAULT_CONTENT_LENGTH = 4004, /* 502, or the stream is aborted */
    WIRE_FAULT_DEADLINE = 4005,       /* 504, or the stream is aborted */
    WIRE_FAULT_SCRIPT_ABORTED = 4006, /* END not ok: stream aborted */
    WIRE_FAULT_WORKER_CONNECT = 4007, /* 502: its socket refuses httpd */
    WIRE_FAULT_FILE_SHORT = 4008,     /* 502, or the stream is aborted */
    WIRE_FAULT_OUTPUT_FILTER = 4009,  /* in httpd; the same as above */
    WIRE_FAULT_SOFT_DEADLINE = 4010,  /* 504 by the script's SDK */
    WIRE_FAULT_MEMORY = 4011,         /* 502, or the stream is aborted */
    WIRE_FAULT_SCRIPT_FAILED = 4012,  /* 500 in the script's place */

    /* 5xxx: the set-up of the server */
    WIRE_FAULT_RUNTIME_DIR = 5001,   /* missing, too open, or not ours */
    WIRE_FAULT_PATH_TOO_LONG = 5002, /* socket paths would not fit */
    WIRE_FAULT_ROOT = 5003,          /* workers would run as root */
    WIRE_FAULT_TABLE = 5004,         /* shared table is missing or damaged */
    WIRE_FAULT_PERSISTD_EXEC = 5005, /* persistd could not be started */
    WIRE_FAULT_SIZES_FIXED = 5006,   /* sizes changed: needs a full stop */
    WIRE_FAULT_DIRECTIVE = 5007,     /* a directive's value is wrong */
    WIRE_FAULT_HANGS = 5008          /* persistd hung and was killed */
} wire_fault_t;

/* One line in English, without the code; never NULL. */
const char *wire_fault_text(int fault);

/* The HTTP status of the fault (500 for 5xxx and for unknown ones). */
int wire_fault_status(int fault);

#endif /* WIRE_FAULT_H */
