/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_report.h: a line for each finding, and below it what mends it. */

#ifndef DOCTOR_REPORT_H
#define DOCTOR_REPORT_H

typedef enum doctor_verdict {
    DOCTOR_WELL,
    DOCTOR_WARN,   /* it works, but should be otherwise */
    DOCTOR_WRONG,  /* it does not work, or is open to visitors */
    DOCTOR_UNKNOWN /* it could not be checked */
} doctor_verdict_t;

/* Begins the report. With `json`, a finding is one line with an object. */
void doctor_report_begin(int json);

/* Ends it. Returns the number of findings that were wrong or unknown. */
int doctor_report_end(void);

/* Prints one finding, printf-like. Characters that a terminal would obey become
 * "?"; see ctl_print.h. */
void doctor_say(doctor_verdict_t verdict, const char *subject,
                const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Prints a line that mends the finding before it. */
void doctor_mend(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif /* DOCTOR_REPORT_H */
