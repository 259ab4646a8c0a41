/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_diagnosis.h: what keeps a request from reaching an application. A pure
 * decision: from what was seen to the first cause. */

#ifndef DOCTOR_DIAGNOSIS_H
#define DOCTOR_DIAGNOSIS_H

typedef enum doctor_answered {
    DOCTOR_NO,
    DOCTOR_YES,
    DOCTOR_MAYBE /* it could not be seen */
} doctor_answered_t;

typedef struct doctor_facts {
    /* The status of a URL that only the application can answer: a name of which
     * there is no file. 0: no answer. */
    int status;
    int late;                  /* the time was over before an answer came */
    doctor_answered_t reached; /* persistd counted that request */
    doctor_answered_t module;  /* httpd has loaded mod_persist */
    int exposed;               /* the bytes of a file of the folder came back */
    int closed;    /* httpd's User may not search the folder or read a file */
    int has_lines; /* .htaccess has PersistApp, or a handler */
    int exec_cgi;  /* .htaccess has Options +ExecCGI */
    int has_link;  /* there is a symbolic link on the way to the file */
    int has_entry; /* there is an application's file */
    int is_app;    /* the folder is meant, and not one script */
    int fault;     /* the number of a start that failed, or 0 */
} doctor_facts_t;

/* In the order in which a request meets them. */
typedef enum doctor_cause {
    DOCTOR_NO_ANSWER,    /* nothing listens there */
    DOCTOR_LATE,         /* it takes too long */
    DOCTOR_BAD_GATEWAY,  /* a proxy answers that it can't reach httpd */
    DOCTOR_PASSWORD,     /* visitors have to log in first */
    DOCTOR_CLOSED,       /* a folder or a file is closed to httpd's User */
    DOCTOR_UNSEEN,       /* something answers; who did is hidden from us */
    DOCTOR_NO_MODULE,    /* mod_persist is not loaded */
    DOCTOR_NO_LINES,     /* nothing makes this folder an application */
    DOCTOR_NO_HANDLER,   /* nothing makes this file a script */
    DOCTOR_IGNORED,      /* httpd does not read .htaccess: AllowOverride None */
    DOCTOR_LINE_REFUSED, /* AllowOverride does not allow one of its lines */
    DOCTOR_ELSEWHERE,    /* the URL is that of another folder */
    DOCTOR_LINK_REFUSED, /* 403, and there is a link that may be refused */
    DOCTOR_NO_EXEC_CGI,  /* Options ExecCGI is off */
    DOCTOR_FORBIDDEN,    /* 403 for another reason, such as Require */
    DOCTOR_NO_ENTRY,     /* the application's file is not there */
    DOCTOR_START_FAILED, /* no worker starts */
    DOCTOR_REACHED       /* none: the application answers */
} doctor_cause_t;

doctor_cause_t doctor_diagnose(const doctor_facts_t *facts);

#endif /* DOCTOR_DIAGNOSIS_H */
