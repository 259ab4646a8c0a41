/* SPDX-License-Identifier: Apache-2.0 */
/* persist_page.h: the pages that httpd shows in the place of a script that
 * failed: one for its author (PersistDebug), one for a visitor. Pure. */

#ifndef PERSIST_PAGE_H
#define PERSIST_PAGE_H

#include <apr_pools.h>

/* What is known of the failure. All texts are hostile: they quote what visitors
 * have sent. NULL: none. */
typedef struct persist_page {
    int code;            /* wire_fault_t */
    const char *reason;  /* what happened this time; its first line is the gist,
                            the rest a program's last output */
    const char *trace;   /* what the SDK has logged of it */
    const char *pause;   /* when the script is started next */
    const char *before;  /* what the script had logged before that */
    const char *printed; /* what its workers printed last */
    const char *id;      /* the request's */
    const char *script;
    const char *interpreter; /* quoted; NULL: the script's "#!" line says it */
    const char *command;     /* repeats the request in a terminal */
} persist_page_t;

/* The author's page, in UTF-8. Each text is escaped; the lines of a code
 * excerpt that begin with ">" are marked. nonce: persist_policy_nonce(). */
const char *persist_page_html(const persist_page_t *page, const char *nonce,
                              apr_pool_t *p);

/* The same for a client that takes no HTML. Control bytes are shown as \xNN,
 * since it may be a terminal. */
const char *persist_page_text(const persist_page_t *page, apr_pool_t *p);

/* The visitor's page for a status of 500 to 599, in the form of httpd's own. It
 * names nothing but the id. line: the status line ("500 Internal Server
 * Error"). signature: as by ap_psignature(). */
const char *persist_page_visitor(int status, const char *line, const char *id,
                                 const char *signature, apr_pool_t *p);

#endif /* PERSIST_PAGE_H */
