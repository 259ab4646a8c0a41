/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_diagnosis_test.c: which cause what was seen has. */

#include "doctor/doctor_diagnosis.h"
#include "tap.h"

/* All is well but for the status. */
static doctor_facts_t of(int status)
{
    return (doctor_facts_t){.status = status,
                            .reached = DOCTOR_NO,
                            .module = DOCTOR_YES,
                            .has_lines = 1,
                            .exec_cgi = 1,
                            .has_entry = 1,
                            .is_app = 1};
}

static void test_reached(void)
{
    doctor_facts_t facts = of(404);
    facts.reached = DOCTOR_YES;
    is_int(doctor_diagnose(&facts), DOCTOR_REACHED,
           "a 404 may be the application's");
    facts.status = 500;
    is_int(doctor_diagnose(&facts), DOCTOR_REACHED, "and so may a 500");
    facts.fault = 2002;
    is_int(doctor_diagnose(&facts), DOCTOR_START_FAILED,
           "but not with a start that failed");
    facts = of(200);
    facts.reached = DOCTOR_MAYBE;
    is_int(doctor_diagnose(&facts), DOCTOR_UNSEEN,
           "of another's application one sees the answer alone");
}

static void test_silence(void)
{
    doctor_facts_t facts = of(0);
    is_int(doctor_diagnose(&facts), DOCTOR_NO_ANSWER, "nobody listens");
    facts.late = 1;
    is_int(doctor_diagnose(&facts), DOCTOR_LATE, "or somebody does, too long");
    facts.fault = 2003;
    is_int(doctor_diagnose(&facts), DOCTOR_START_FAILED,
           "while no worker starts");
}

static void test_exposed(void)
{
    doctor_facts_t facts = of(404);
    facts.exposed = 1;
    is_int(doctor_diagnose(&facts), DOCTOR_IGNORED,
           "files are sent and the module is loaded: AllowOverride None");
    facts.module = DOCTOR_MAYBE;
    is_int(doctor_diagnose(&facts), DOCTOR_IGNORED, "or may be");
    facts.module = DOCTOR_NO;
    is_int(doctor_diagnose(&facts), DOCTOR_NO_MODULE, "it is not");
    facts.has_lines = 0;
    is_int(doctor_diagnose(&facts), DOCTOR_NO_LINES, "no line at all");
    facts.is_app = 0;
    is_int(doctor_diagnose(&facts), DOCTOR_NO_HANDLER, "or none for a script");
}

static void test_refusals(void)
{
    doctor_facts_t facts = of(500);
    is_int(doctor_diagnose(&facts), DOCTOR_LINE_REFUSED,
           "500 is a line that is not allowed");
    facts.has_lines = facts.has_entry = 0;
    is_int(doctor_diagnose(&facts), DOCTOR_LINE_REFUSED,
           "also where PersistApp is misspelt and no file is looked for");
    facts.has_lines = facts.has_entry = 1;
    facts.module = DOCTOR_NO;
    is_int(doctor_diagnose(&facts), DOCTOR_NO_MODULE, "or not known");
    facts = of(403);
    is_int(doctor_diagnose(&facts), DOCTOR_FORBIDDEN, "403 may be Require's");
    facts.has_link = 1;
    is_int(doctor_diagnose(&facts), DOCTOR_LINK_REFUSED, "or that of a link");
    facts.exec_cgi = 0;
    is_int(doctor_diagnose(&facts), DOCTOR_NO_EXEC_CGI, "or ExecCGI is off");
    facts.closed = 1;
    is_int(doctor_diagnose(&facts), DOCTOR_CLOSED, "or the folder is closed");
    facts = of(404);
    is_int(doctor_diagnose(&facts), DOCTOR_ELSEWHERE,
           "404 and no file sent: it is another folder's URL");
    facts.has_entry = 0;
    is_int(doctor_diagnose(&facts), DOCTOR_NO_ENTRY,
           "or there is no application in it");
}

static void test_others(void)
{
    doctor_facts_t facts = of(0);
    is_int(doctor_diagnose(&facts), DOCTOR_NO_ANSWER, "nothing listens");
    facts = of(401);
    is_int(doctor_diagnose(&facts), DOCTOR_PASSWORD, "a password is needed");
    facts = of(503);
    is_int(doctor_diagnose(&facts), DOCTOR_START_FAILED, "no worker");
    facts.module = DOCTOR_MAYBE;
    is_int(doctor_diagnose(&facts), DOCTOR_BAD_GATEWAY, "no httpd");
    facts = of(200);
    is_int(doctor_diagnose(&facts), DOCTOR_ELSEWHERE, "someone else answers");
}

int main(void)
{
    test_reached();
    test_silence();
    test_exposed();
    test_refusals();
    test_others();
    return done_testing();
}
