/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config.h: the merged values of the directives, for the rest of the
 * module. docs/directives.md documents each directive. */

#ifndef PERSIST_CONFIG_H
#define PERSIST_CONFIG_H

#include <httpd.h> /* before all other headers of httpd */

#include "wire_message.h"

#include <ap_expr.h>
#include <apr_hash.h>
#include <apr_tables.h>
#include <http_config.h>

/* Values of PersistCeiling. Values of .htaccess files and built-in defaults
 * above a ceiling are lowered to it; 0: no ceiling. */
typedef struct persist_ceiling {
    uint64_t none;    /* always 0; stands for "no ceiling" in a setting's row */
    uint64_t workers; /* PersistWorkers MAX */
    uint64_t queue_length; /* PersistQueue LENGTH */
    uint64_t queue_ms;
    uint64_t boot_ms;
    uint64_t hard_ms; /* PersistRequestTimeout HARD */
    uint64_t max_body;
    uint64_t max_requests;
    uint64_t max_age_ms;
    uint64_t memory;          /* SOFT and HARD of PersistMemoryLimit */
    uint64_t buffer_request;  /* REQUEST and */
    uint64_t buffer_response; /* RESPONSE of PersistBuffer */
    uint64_t queue_total; /* waiters of all pools; 0: half of httpd's threads */
    uint64_t owner_share; /* workers; 0: three quarters of max_workers */
    uint64_t buffer_total; /* temporary bytes of one child */
    uint64_t buffer_share; /* those of one owner's scripts in a child */
} persist_ceiling_t;

/* One for the whole server: the directives are refused in a <VirtualHost>. */
typedef struct persist_server_config {
    const char *daemon;      /* PersistDaemon: path of the executable */
    const char *launcher;    /* of persist-app, beside it */
    const char *cgi_host;    /* of persist-cgi-host, beside it */
    const char *runtime_dir; /* PersistRuntimeDir, absolute */
    uint64_t max_pools;
    uint64_t max_workers;
    uint64_t stop_ms; /* PersistStopTimeout */
    persist_ceiling_t ceiling;
} persist_server_config_t;

/* PersistApp: a folder whose URLs all lead to one application. */
typedef struct persist_app {
    int set;            /* else that of the outer section counts */
    const char *folder; /* absolute, without its last slash; NULL: off */
    size_t length;      /* of folder */
    const char *file;   /* entry file, relative to folder; NULL: look for it */
    const char *object; /* module:name; NULL: by convention */
    const char *from;   /* path of the .htaccess that says so, or NULL */
} persist_app_t;

/* The settings of a section or a .htaccess file; or of a request, by
 * persist_config_dir(). In a section, a number that is not set is
 * PERSIST_CONFIG_UNSET, and a pointer NULL. */
#define PERSIST_CONFIG_UNSET UINT64_MAX
typedef struct persist_dir_config {
    apr_hash_t *interpreters;        /* ".py" -> persist_interpreter_t */
    apr_array_header_t *environment; /* name, value, … of const char * */
    wire_pool_settings_t pool;       /* the settings that ENSURE carries */
    uint64_t soft_ms;                /* 0: none */
    uint64_t queue_length;
    uint64_t queue_ms;
    uint64_t max_body;        /* 0: no limit */
    uint64_t buffer_request;  /* bytes; 0: off */
    uint64_t buffer_response; /* bytes; 0: off */
    uint64_t server_timing;
    uint64_t client_abort; /* a client that half-closes has left */
    uint64_t status_log;   /* status pages show lines of scripts */
    /* The .htaccess file that says so; NULL: httpd.conf */
    const char *status_log_from;
    const ap_expr_info_t *affinity; /* PersistAffinity; NULL: none */
    const char *cgi_log;            /* ScriptLog: absolute; NULL: none */
    uint64_t cgi_log_length;        /* bytes, above which nothing is added */
    uint64_t cgi_log_buffer;        /* bytes of a request's body */
    persist_app_t app;              /* a section's; see persist_config_app() */
    const char *htaccess;           /* a section's file; NULL: httpd.conf */
} persist_dir_config_t;

void persist_config_register_hooks(apr_pool_t *p);

void *persist_config_create_server(apr_pool_t *p, server_rec *s);
void *persist_config_merge_server(apr_pool_t *p, void *base, void *add);
void *persist_config_create_dir(apr_pool_t *p, char *dir);
void *persist_config_merge_dir(apr_pool_t *p, void *base, void *add);

/* Stands for "PersistAffinity off", which an inner section may set against an
 * outer one. */
extern const ap_expr_info_t persist_config_no_affinity;

/* Returns the server's settings with their defaults. */
const persist_server_config_t *persist_config_server(const server_rec *s);

/* Any thread: fills the caller's structure with the request's settings,
 * defaults and ceilings included. What .htaccess files below an application's
 * folder set does not count for its URLs. */
void persist_config_dir(const request_rec *r, persist_dir_config_t *config);

/* Any thread: returns the application that the request belongs to, or NULL. */
const persist_app_t *persist_config_app(const request_rec *r);

/* A duration of the settings in microseconds, the unit of the clock. */
static inline int64_t persist_config_us(uint64_t ms)
{
    return (int64_t)ms * 1000;
}

/* Sets a variable in an array of name, value, …. If the name is there already
 * its value is replaced. */
void persist_config_setenv(apr_array_header_t *environment, const char *name,
                           const char *value);

/* Lowers values of a .htaccess file to their ceilings. The first time in this
 * process it is logged (info). */
void persist_config_lower(const server_rec *s, const char *directive,
                          persist_dir_config_t *config);

/* Call this at the beginning of a directive that .htaccess may use: returns the
 * settings of its section, and notes the file. */
persist_dir_config_t *persist_config_section(const cmd_parms *cmd, void *dir);

/* Call this at the end of a directive that .htaccess may use: applies the
 * ceilings there. Returns NULL, for the directive to return. */
const char *persist_config_finish(cmd_parms *cmd, persist_dir_config_t *config);

#endif /* PERSIST_CONFIG_H */
