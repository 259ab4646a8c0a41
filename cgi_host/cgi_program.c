/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_program.c: signals and wait. */

#include "cgi_program.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static cgi_program_t *running; /* all that are not reaped */

int cgi_program_is_running(pid_t pid)
{
    const cgi_program_t *program = running;
    while (program && program->pid != pid)
        program = program->next;
    return program != NULL;
}

void cgi_program_fail(cgi_program_t *program, int error)
{
    program->state = CGI_PROGRAM_FAILED;
    program->error = error;
}

/* The process leads its group, unless it has left it. */
void cgi_program_destroy(pid_t pid)
{
    kill(-pid, SIGKILL);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

void cgi_program_begin(cgi_program_t *program, pid_t pid)
{
    program->pid = pid;
    program->state = CGI_PROGRAM_BEGUN;
    program->next = running;
    running = program;
}

int cgi_program_is_child(pid_t pid)
{
    siginfo_t info;
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

int cgi_program_look(cgi_program_t *program)
{
    siginfo_t info = {.si_pid = 0};
    if (program->pid && !program->is_ended &&
        waitid(P_PID, (id_t)program->pid, &info, WEXITED | WNOHANG | WNOWAIT) ==
            0)
        program->is_ended = info.si_pid == program->pid;
    if (info.si_pid && info.si_code != CLD_EXITED)
        program->signal = info.si_status;
    return program->is_ended;
}

void cgi_program_signal(const cgi_program_t *program, int number)
{
    if (program->pid)
        kill(program->pid, number);
}

void cgi_program_signal_group(const cgi_program_t *program, int number)
{
    if (program->pid)
        kill(-program->pid, number);
}

void cgi_program_reap(cgi_program_t *program)
{
    cgi_program_t **link = &running;
    if (!program->pid || waitpid(program->pid, NULL, 0) <= 0)
        return;
    while (*link != program)
        link = &(*link)->next;
    *link = program->next;
    program->pid = 0;
}
