/* SPDX-License-Identifier: Apache-2.0 */
/* wire_fault.c: the table of PERSISTnnnn codes with texts and statuses. */

#include "wire_fault.h"

#include <stddef.h>

typedef struct fault_row {
    wire_fault_t fault;
    int status;
    const char *text;
} fault_row_t;

static const fault_row_t fault_rows[] = {
    {WIRE_FAULT_NONE, 200, "no fault"},

    {WIRE_FAULT_NOT_FOUND, 404, "script not found"},
    {WIRE_FAULT_NOT_REGULAR, 403, "script is not a regular file"},
    {WIRE_FAULT_NO_EXECCGI, 403, "Options ExecCGI is off here"},
    {WIRE_FAULT_NOT_EXECUTABLE, 403,
     "script is not executable and no PersistInterpreter fits it"},
    {WIRE_FAULT_PATH_INFO, 404, "AcceptPathInfo is off and the URL goes on"},
    {WIRE_FAULT_SUEXEC, 500, "suexec would run the script as another user"},
    {WIRE_FAULT_BODY_LIMIT, 413, "request body is above PersistMaxBody"},
    {WIRE_FAULT_VARIABLES_LIMIT, 431,
     "the request's variables take more than 1 MiB"},
    {WIRE_FAULT_NO_APPLICATION, 500, "no application in this folder"},
    {WIRE_FAULT_NO_MOUNT, 500, "URL does not show the application's folder"},
    {WIRE_FAULT_ENTRY_REFUSED, 403, "httpd refuses the application's file"},
    {WIRE_FAULT_BODY_WHOLE, 413,
     "request body without a length is longer than may be gathered"},
    {WIRE_FAULT_NO_LENGTH, 411,
     "request body has no length, and PersistBuffer is off"},

    {WIRE_FAULT_EXEC, 500, "script could not be started"},
    {WIRE_FAULT_BOOT_EXIT, 500, "script ended before it was ready"},
    {WIRE_FAULT_BOOT_TIMEOUT, 500,
     "script was not ready within PersistBootTimeout"},
    {WIRE_FAULT_CRASH_LOOP, 500,
     "script keeps failing to start; left alone for a while"},
    {WIRE_FAULT_POOLS_FULL, 503, "PersistMaxPools is reached"},
    {WIRE_FAULT_WORKERS_FULL, 503, "PersistMaxWorkers is reached"},
    {WIRE_FAULT_WORKER_VERSION, 500,
     "worker speaks another version of the protocol"},
    {WIRE_FAULT_DEFINITION, 500, "persistd refuses the pool's definition"},

    {WIRE_FAULT_QUEUE_FULL, 503, "queue is full"},
    {WIRE_FAULT_QUEUE_TIMEOUT, 503, "waited too long for a worker"},
    {WIRE_FAULT_QUEUE_TOTAL, 503, "too many requests wait on this server"},
    {WIRE_FAULT_NO_PERSISTD, 503, "persistd does not answer"},
    {WIRE_FAULT_STOPPING, 503, "server is stopping"},
    {WIRE_FAULT_STOPPED, 503, "script has been stopped by its owner"},
    {WIRE_FAULT_FILE_SYSTEM, 503, "script's file system does not answer"},
    {WIRE_FAULT_SPOOL, 503, "no room to keep the request's body"},
    {WIRE_FAULT_NO_WORKER, 503, "server can't make a worker"},

    {WIRE_FAULT_WORKER_DIED, 502, "worker died in the middle of the request"},
    {WIRE_FAULT_PROTOCOL, 502, "worker broke the protocol"},
    {WIRE_FAULT_BAD_HEADER, 502, "script sent an invalid header"},
    {WIRE_FAULT_CONTENT_LENGTH, 502,
     "script sent another length than its Content-Length"},
    {WIRE_FAULT_DEADLINE, 504, "script took longer than its hard deadline"},
    {WIRE_FAULT_SCRIPT_ABORTED, 502, "script gave its response up"},
    {WIRE_FAULT_WORKER_CONNECT, 502, "worker does not take connections"},
    {WIRE_FAULT_FILE_SHORT, 502, "file that the script sent is too short"},
    {WIRE_FAULT_OUTPUT_FILTER, 502,
     "an output filter of httpd refused the response"},
    {WIRE_FAULT_SOFT_DEADLINE, 504,
     "script took longer than its soft deadline"},
    {WIRE_FAULT_MEMORY, 502, "worker used more memory than it may"},
    {WIRE_FAULT_SCRIPT_FAILED, 500, "script failed and gave no response"},

    {WIRE_FAULT_RUNTIME_DIR, 500, "PersistRuntimeDir can't be used"},
    {WIRE_FAULT_PATH_TOO_LONG, 500,
     "PersistRuntimeDir is too long for socket names"},
    {WIRE_FAULT_ROOT, 500, "workers would run as root"},
    {WIRE_FAULT_TABLE, 500, "shared table is missing or damaged"},
    {WIRE_FAULT_PERSISTD_EXEC, 500, "persistd could not be started"},
    {WIRE_FAULT_SIZES_FIXED, 500,
     "new table sizes take effect after a full stop"},
    {WIRE_FAULT_DIRECTIVE, 500, "a directive's value is wrong"},
    {WIRE_FAULT_HANGS, 500, "persistd hung and was replaced"},
};

static const fault_row_t *fault_find(int fault)
{
    size_t count = sizeof(fault_rows) / sizeof(fault_rows[0]);
    for (size_t i = 0; i < count; i++) {
        if ((int)fault_rows[i].fault == fault)
            return &fault_rows[i];
    }
    return NULL;
}

const char *wire_fault_text(int fault)
{
    const fault_row_t *row = fault_find(fault);
    return row ? row->text : "unknown fault";
}

int wire_fault_status(int fault)
{
    const fault_row_t *row = fault_find(fault);
    return row ? row->status : 500;
}
