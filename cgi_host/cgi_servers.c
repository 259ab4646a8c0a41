/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_servers.c: when there are fork servers, how many, and which one is asked.
 */

#include "cgi_servers.h"

#include "cgi_command.h"
#include "cgi_early.h"
#include "cgi_folder.h"
#include "cgi_interpreter.h"
#include "cgi_origin.h"
#include "cgi_server.h"
#include "cgi_stray.h"
#include "common_memory.h"
#include "fork/fork_hostable.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SERVERS_MAX 4
#define PLACES ((size_t)2 * SERVERS_MAX) /* with those that leave */
#define BUSY 2 /* programs that wait: a further server forks sooner */
#define IDLE_US ((int64_t)60 * 1000 * 1000)
#define REST_US ((int64_t)5 * 1000 * 1000)
#define DEATHS_MAX 3 /* of one program; then it is left alone */
#define STEADY 100   /* a server that made so many processes was well */

static struct servers {
    int epoll;
    unsigned allowed;      /* at a time, without those that leave */
    unsigned most;         /* of these: fewer where one could not start */
    char folder[PATH_MAX]; /* of the libraries; "": there are none */
    int is_never;          /* none until the program changes */
    int is_of_interpreter; /* they are those of servers/ */
    int deaths;
    const char *script; /* path, for the log */
    cgi_origin_t origin;
    cgi_buffer_t early; /* the environment they are started with */
    cgi_server_t all[PLACES];
} servers;

void cgi_servers_init(int epoll, unsigned programs)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    servers.epoll = epoll;
    servers.allowed = programs < SERVERS_MAX ? programs : SERVERS_MAX;
    if (processors > 0 && processors < servers.allowed)
        servers.allowed = (unsigned)processors;
    servers.most = servers.allowed;
    cgi_folder_find(servers.folder);
}

/* Those that programs wait for leave when they have answered. */
static void dismiss_all(void)
{
    for (size_t i = 0; i < PLACES; i++)
        servers.all[i].is_leaving = 1;
    cgi_buffer_free(&servers.early);
}

static void give_up(const char *why)
{
    fprintf(stderr, "%s is started by exec for each request: %s\n",
            servers.script, why);
    servers.is_never = 1;
    dismiss_all();
}

/* ---- which one ---- */

static int is_in_service(const cgi_server_t *server)
{
    return server->client && !server->is_leaving && !server->has_ended;
}

static unsigned count_in_service(void)
{
    unsigned count = 0;
    for (size_t i = 0; i < PLACES; i++)
        count += (unsigned)is_in_service(&servers.all[i]);
    return count;
}

/* The ready one for which the fewest programs wait, or NULL. */
static cgi_server_t *choose(void)
{
    cgi_server_t *best = NULL;
    for (size_t i = 0; i < PLACES; i++) {
        cgi_server_t *one = &servers.all[i];
        if (is_in_service(one) && one->is_ready &&
            (!best || cgi_server_waiting(one) < cgi_server_waiting(best)))
            best = one;
    }
    return best;
}

static int is_starting(const cgi_server_t *server)
{
    return is_in_service(server) && !server->is_ready;
}

static int is_lost(const cgi_server_t *server)
{
    return server->client && server->has_ended;
}

static int owes_answers(const cgi_server_t *server)
{
    return server->client && server->first && !server->has_ended;
}

static int is_any(int (*is)(const cgi_server_t *server))
{
    for (size_t i = 0; i < PLACES; i++)
        if (is(&servers.all[i]))
            return 1;
    return 0;
}

/* chosen: the one that is asked now. */
static int needs_another(const cgi_server_t *chosen)
{
    return !is_any(is_starting) && cgi_server_waiting(chosen) >= BUSY &&
           count_in_service() < servers.most;
}

/* ---- start ---- */

static int is_known(pid_t pid)
{
    for (size_t i = 0; i < PLACES; i++)
        if (servers.all[i].client &&
            fork_client_pid(servers.all[i].client) == pid)
            return 1;
    return cgi_program_is_running(pid);
}

static cgi_server_t *find_place(void)
{
    for (size_t i = 0; i < PLACES; i++)
        if (!servers.all[i].client)
            return &servers.all[i];
    return NULL;
}

/* The others, if there are any, must do. */
static void do_without(const char *why)
{
    if (count_in_service() > 0)
        servers.most = count_in_service();
    else
        give_up(why);
}

/* Starts what is stopped before a request by the library of this name. */
static void start_as(const char *program, char *const *words, const char *name)
{
    const char *why = NULL;
    char *early[CGI_EARLY_MAX + 1], library[PATH_MAX];
    cgi_server_t *server = find_place();
    if (!server)
        return;
    cgi_early_list(&servers.early, early);
    const fork_start_t begin = {program, words, early, library, STDERR_FILENO};
    if (cgi_folder_path(servers.folder, name, library) != 0)
        servers.is_never = 1;
    else if (!fork_hostable(program, &why) ||
             cgi_server_start(server, servers.epoll, is_known, &begin, &why) !=
                 0)
        do_without(why);
}

static void start(const cgi_launch_t *launch)
{
    cgi_interpreter_t found;
    char *words[CGI_INTERPRETER_WORDS];
    char *const *command = launch->command;
    int is_found = cgi_interpreter_find(command, launch->environment,
                                        servers.folder, &found);
    servers.is_of_interpreter = is_found && cgi_interpreter_serves(&found);
    if (!is_found)
        return start_as(command[0], command, CGI_LIBRARY);
    cgi_interpreter_command(&found, cgi_command_script(command), words);
    start_as(found.program, words,
             servers.is_of_interpreter ? CGI_LIBRARY_OF_INTERPRETERS
                                       : CGI_LIBRARY);
}

/* Versions are noted before what they are of is read: a change in between is
 * seen by the next request. */
static int note_origin(const cgi_launch_t *launch)
{
    cgi_interpreter_t found;
    char *const *command = launch->command;
    servers.script = cgi_command_script(command);
    cgi_origin_note(&servers.origin, launch);
    if (!cgi_interpreter_find(command, launch->environment, servers.folder,
                              &found))
        cgi_interpreter_name(command, found.program);
    cgi_origin_note_interpreter(&servers.origin, found.program);
    return cgi_early_take(launch->environment, &servers.early);
}

/* A new program may be hostable where the old one was not. */
static void prepare(const cgi_launch_t *launch)
{
    if ((servers.is_never || count_in_service() > 0) &&
        !cgi_origin_is(&servers.origin, launch)) {
        dismiss_all();
        servers.is_never = servers.deaths = 0;
        servers.most = servers.allowed;
    }
    if (servers.is_never || count_in_service() > 0)
        return;
    cgi_buffer_free(&servers.early);
    if (note_origin(launch) == 0)
        start(launch);
}

static void for_each(void (*act)(cgi_server_t *server))
{
    for (size_t i = 0; i < PLACES; i++)
        if (servers.all[i].client && !servers.all[i].has_ended)
            act(&servers.all[i]);
}

void cgi_servers_press(void)
{
    for_each(cgi_server_press);
}

/* A child may have ended before its server could say that it is there. One that
 * is reaped was known. */
void cgi_servers_note_end(pid_t pid)
{
    for_each(cgi_server_take);
    if (!is_known(pid) && cgi_program_is_child(pid))
        cgi_servers_press();
}

/* Before it is asked for the first process. */
static void note_ready(cgi_server_t *server)
{
    if (!is_in_service(server) || !server->is_ready ||
        servers.origin.elf_path[0])
        return;
    cgi_origin_note_elf(&servers.origin, fork_client_pid(server->client));
    if (servers.is_of_interpreter &&
        !cgi_origin_is_interpreter(&servers.origin))
        give_up("its interpreter is started by another program");
}

/* Which server is asked depends on how many answers each one owes. */
int cgi_servers_ask(cgi_program_t *program, const cgi_launch_t *launch,
                    const int fds[3])
{
    for_each(cgi_server_take);
    for_each(note_ready);
    if (!servers.folder[0] || is_any(is_lost))
        return 0;
    prepare(launch);
    cgi_server_t *chosen = choose();
    if (!chosen ||
        !cgi_server_suits(chosen, &servers.early, launch->environment))
        return 0;
    if (needs_another(chosen))
        start(launch);
    return cgi_server_ask(chosen, program, launch, fds);
}

/* ---- the end of one ---- */

static void count_death(const cgi_server_t *server)
{
    if (server->forks >= STEADY)
        servers.deaths = 0;
    if (++servers.deaths == DEATHS_MAX)
        give_up("its fork server did not last, three times");
}

/* Returns how many programs may have a process that no answer names: the first
 * one of each server that has ended. */
static unsigned end_lost(cgi_program_t *firsts[PLACES])
{
    unsigned count = 0;
    for (size_t i = 0; i < PLACES; i++) {
        cgi_server_t *server = &servers.all[i];
        if (!is_lost(server))
            continue;
        firsts[count] = cgi_server_drop(server);
        count += firsts[count] != NULL;
        count_death(server);
        cgi_server_end(server);
    }
    return count;
}

static void kill_strays(void)
{
    pid_t stray;
    while ((stray = cgi_stray_find(is_known)) > 0)
        cgi_program_destroy(stray);
}

/* A server that has ended without an answer may have made the process before.
 * If it has not, nothing of the request has begun. Where two have ended at once
 * and a process is found, nobody knows whose it is: none may run twice. */
static void find_processes(cgi_program_t *firsts[PLACES], unsigned count)
{
    pid_t stray = cgi_stray_find(is_known);
    int is_unknown = stray != 0;
    if (count == 1 && stray > 0) {
        cgi_program_begin(firsts[0], stray);
        count = 0;
    }
    kill_strays();
    for (unsigned i = 0; i < count; i++)
        if (is_unknown)
            cgi_program_fail(firsts[i], EIO);
        else
            firsts[i]->state = CGI_PROGRAM_LOST;
}

/* The other servers answer first: no process of theirs is unknown then.
 * Meanwhile nothing more is asked for. Returns whether it is done. */
static int replace_lost(void)
{
    cgi_program_t *firsts[PLACES];
    if (!is_any(is_lost) || is_any(owes_answers))
        return 0;
    find_processes(firsts, end_lost(firsts));
    return 1;
}

/* ---- the clock ---- */

/* A file that a process runs cannot be written to (ETXTBSY): the servers of a
 * program that has no interpreter leave soon, so that its owner can copy a new
 * one over it. Of the others, the first one stays. */
static int64_t idle_at(const cgi_server_t *server)
{
    if (!server->is_ready || server->first)
        return INT64_MAX;
    if (cgi_origin_is_compiled(&servers.origin))
        return server->moved_at + REST_US;
    return count_in_service() > 1 ? server->moved_at + IDLE_US : INT64_MAX;
}

/* An answer may have been given in time, and not been read. */
static void remind(cgi_server_t *server, int64_t now)
{
    cgi_server_press(server);
    if (now >= cgi_server_due(server))
        cgi_server_kill(server);
}

/* Returns when there is something to do again. */
static int64_t look_after(cgi_server_t *server, int64_t now)
{
    note_ready(server);
    if (now >= cgi_server_due(server))
        remind(server, now);
    if (server->has_ended && !server->is_ready && !server->is_leaving) {
        server->is_leaving = 1;
        do_without(cgi_server_why_not_ready(server));
    }
    if (now >= idle_at(server))
        server->is_leaving = 1;
    if (server->is_leaving && !server->first) {
        cgi_server_end(server);
        return INT64_MAX;
    }
    int64_t due = cgi_server_due(server), idle = idle_at(server);
    return due < idle ? due : idle;
}

int64_t cgi_servers_tick(int64_t now)
{
    int64_t first = INT64_MAX;
    for (size_t i = 0; i < PLACES; i++)
        if (servers.all[i].client) {
            int64_t due = look_after(&servers.all[i], now);
            first = due < first ? due : first;
        }
    return replace_lost() ? now : first;
}

void cgi_servers_check(uint64_t most)
{
    uint64_t bytes;
    for (size_t i = 0; i < PLACES; i++)
        if (is_in_service(&servers.all[i]) &&
            common_memory(fork_client_pid(servers.all[i].client), &bytes) ==
                0 &&
            bytes >= most)
            give_up("its fork server is above PersistMemoryLimit");
}
