/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_http.c: starts curl, and reads the responses that it prints. */

#include "doctor/doctor_http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS "10"
#define CURL_TIMED_OUT 28

/* Returns the first byte behind a head, or NULL if none begins here. */
static const char *behind_head(const char *head, size_t len)
{
    if (len < 12 || strncmp(head, "HTTP/", 5) != 0)
        return NULL;
    const char *end = memmem(head, len, "\r\n\r\n", 4);
    return end ? end + 4 : NULL;
}

/* A body follows the last head. Interim responses and redirects have none here.
 */
void doctor_http_read(doctor_answer_t *answer, const doctor_output_t *output)
{
    const char *end = output->bytes + output->len, *next;
    *answer = (doctor_answer_t){.body = output->bytes, .len = output->len};
    while ((next = behind_head(answer->body, answer->len)) != NULL) {
        const char *blank = strchr(answer->body, ' ');
        answer->status = blank ? atoi(blank) : 0;
        answer->body = next;
        answer->len = (size_t)(end - next);
    }
}

int doctor_http_can(doctor_output_t *output)
{
    static const char *const words[] = {"curl", "-q", "-V", NULL};
    const doctor_run_t run = {.words = words, .seconds = 5};
    return doctor_run(&run, output) == 0;
}

/* -q: the caller's .curlrc does not count. -k: a certificate of one's own does.
 */
void doctor_http_get(doctor_answer_t *answer, const char *url,
                     const char *address, const doctor_who_t *as,
                     doctor_output_t *output)
{
    char connect[300];
    const char *words[] = {"curl",
                           "-q",
                           "-s",
                           "-k",
                           "-g",
                           "-i",
                           "-L",
                           "--max-redirs",
                           "5",
                           "--proto",
                           "=http,https",
                           "--proto-redir",
                           "=http,https",
                           "--max-time",
                           SECONDS,
                           "--path-as-is",
                           "--range",
                           "0-65535",
                           "--user-agent",
                           "persistctl-doctor",
                           "--url",
                           url,
                           address[0] ? "--noproxy" : NULL,
                           "*",
                           "--connect-to",
                           connect,
                           NULL};
    const doctor_run_t run = {
        .words = words, .as = as, .seconds = 2 * atoi(SECONDS)};
    snprintf(connect, sizeof(connect), "::%s:", address);
    int status = doctor_run(&run, output);
    doctor_http_read(answer, output);
    answer->late = status == CURL_TIMED_OUT;
}
