/* SPDX-License-Identifier: Apache-2.0 */
/* kill_test.c: children of eight threads each claim, wait, use and release, one
 * manager acts as persistd, and SIGKILL hits any of them at any point. No unit
 * may be given twice, none lost, and no client may stall.
 *
 *     kill_test [KILLS [SEED]]      or SLOTS_KILLS in the environment */

#include "common_clock.h"
#include "slots_claim.h"
#include "slots_crowd_end.h"
#include "slots_futex.h"
#include "slots_owners.h"
#include "slots_sweep.h"
#include "slots_wake.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CHILDREN 8u
#define THREADS 8u
#define OWNERS (CHILDREN + 2)
#define KILLS 2000u
#define LOCK_ID 7u
#define ALARM_S 600 /* ends the test if it hangs; begins with each kill … */
#define LONGEST_US INT64_C(1800000000) /* … of the first half hour */

static crowd_t crowd;
static char lock_path[64];
static uint64_t seed;
static pid_t children[CHILDREN], manager;

/* With few active threads most leases are claimed past an empty queue, with
 * many active threads all are handed over. The number of active threads changes
 * with every kill. */
static int client_idle(const crowd_client_t *client)
{
    uint32_t active = atomic_load(&crowd.shared->active);
    if (client->number < active)
        return 0;
    usleep(20000);
    return 1;
}

static void *client_run(void *argument)
{
    crowd_client_t *client = argument;
    slots_lease_t lease;
    while (!atomic_load(&crowd.shared->stop)) {
        if (client_idle(client) || !crowd_acquire(client, &lease))
            continue;
        crowd_use(client, &lease);
        crowd_let_go(client, &lease);
    }
    return NULL;
}

/* Acts as an httpd child: takes its index, sweeps what the index's previous
 * owner left, starts its threads. */
static void child_run(uint64_t random)
{
    crowd_client_t clients[THREADS];
    pthread_t threads[THREADS];
    int locks = slots_owners_open(lock_path, LOCK_ID);
    uint32_t owner = slots_owners_take(locks, OWNERS);
    if (owner == 0)
        _exit(1);
    if (slots_sweep(&crowd.table, owner) > 0)
        crowd_nudge(&crowd);
    for (uint32_t i = 0; i < THREADS; i++) {
        clients[i] = (crowd_client_t){.crowd = &crowd,
                                      .owner = owner,
                                      .number = i,
                                      .random = random + i + 1};
        if (pthread_create(&threads[i], NULL, client_run, &clients[i]) != 0)
            _exit(1);
    }
    for (uint32_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    _exit(0);
}

static void sweep_all(int locks)
{
    for (uint32_t owner = 1; owner <= OWNERS; owner++)
        if (slots_sweep_dead(&crowd.table, locks, owner) < 0)
            _exit(1);
}

/* Acts as persistd: sweeps at a death and on its own timer. A nudge only makes
 * it read the table. */
static void manager_run(uint64_t random)
{
    int locks = slots_owners_open(lock_path, LOCK_ID);
    uint32_t deaths = 0;
    if (locks < 0)
        _exit(1);
    sweep_all(locks);
    crowd_adopt(&crowd);
    while (!atomic_load(&crowd.shared->quit)) {
        uint32_t seen = atomic_load(&crowd.shared->nudge);
        int stopping = (int)atomic_load(&crowd.shared->stop);
        crowd_manage(&crowd, !stopping && crowd_random(&random) % 16 == 0);
        if (slots_futex_wait(&crowd.shared->nudge, seen, 20) ||
            deaths != atomic_load(&crowd.shared->deaths)) {
            deaths = atomic_load(&crowd.shared->deaths);
            sweep_all(locks);
        }
    }
    _exit(0);
}

static pid_t start(void (*run)(uint64_t))
{
    uint64_t random = crowd_random(&seed);
    pid_t pid = fork();
    if (pid < 0)
        bail_out("no process");
    if (pid == 0) {
        alarm(ALARM_S);
        run(random);
    }
    return pid;
}

/* Waits until this many more leases were claimed. Returns 0 at a stall. */
static int wait_for_progress(uint64_t more)
{
    const struct timespec moment = {0, 100000};
    uint64_t goal = atomic_load(&crowd.shared->claims) + more;
    int64_t end = common_now_us() + CROWD_STALL_US;
    while (atomic_load(&crowd.shared->claims) < goal) {
        if (common_now_us() > end)
            return 0;
        nanosleep(&moment, NULL);
    }
    return 1;
}

/* A process that had ended before it was killed is an error. */
static int was_alive(pid_t pid, int status)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        return 1;
    printf("# the %s had ended before, with status %#x\n",
           pid == manager ? "manager" : "child", (unsigned)status);
    return 0;
}

/* Every sixteenth victim is the manager. Returns 0 if it was dead already. */
static int kill_one(void)
{
    uint64_t dice = crowd_random(&seed);
    pid_t *victim = dice % 16 ? &children[dice / 16 % CHILDREN] : &manager;
    int status, alive;
    if (kill(*victim, SIGKILL) != 0 || waitpid(*victim, &status, 0) != *victim)
        bail_out("cannot kill");
    alive = was_alive(*victim, status);
    atomic_fetch_add(&crowd.shared->deaths, 1);
    crowd_nudge(&crowd);
    atomic_store(&crowd.shared->active, 1 + dice / 256 % THREADS);
    *victim = start(victim == &manager ? manager_run : child_run);
    return alive;
}

static void run_kills(uint32_t wanted)
{
    int64_t since = common_now_us();
    uint32_t kills = 0;
    int going = 1;
    double seconds;
    while (going && kills < wanted) {
        if (common_now_us() - since < LONGEST_US)
            alarm(ALARM_S);
        going = wait_for_progress(crowd_random(&seed) % 1024) && kill_one();
        kills += (uint32_t)going;
    }
    ok(wait_for_progress(1000), "leases are got after all the kills");
    seconds = (double)(common_now_us() - since) / 1e6;
    is_int(kills, wanted, "as many kills as wanted, and never a stall");
    printf("# %u kills in %.1f s, %.0f hand-overs/s\n", kills, seconds,
           (double)atomic_load(&crowd.shared->hand_overs) / seconds);
}

static int ended_well(pid_t pid)
{
    int status;
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

/* Clients end, the manager clears up, then it ends too. */
static void come_to_rest(void)
{
    const struct timespec moment = {0, 1000000};
    int64_t end;
    int well = 0;
    atomic_store(&crowd.shared->stop, 1);
    slots_wake_all(&crowd.table, crowd.pool);
    for (uint32_t i = 0; i < CHILDREN; i++)
        well += ended_well(children[i]);
    is_int(well, CHILDREN, "all children come to their end");
    end = common_now_us() + CROWD_STALL_US;
    while (!crowd_quiet(&crowd) && common_now_us() < end)
        nanosleep(&moment, NULL);
    atomic_store(&crowd.shared->quit, 1);
    crowd_nudge(&crowd);
    ok(ended_well(manager), "and the manager");
}

static uint32_t kills_wanted(int argc, char **argv)
{
    const char *given = argc > 1 ? argv[1] : getenv("SLOTS_KILLS");
    return given ? (uint32_t)strtoul(given, NULL, 10) : KILLS;
}

int main(int argc, char **argv)
{
    uint32_t kills = kills_wanted(argc, argv);
    seed =
        argc > 2 ? strtoull(argv[2], NULL, 10) : (uint64_t)common_now_us() | 1;
    printf("# seed %" PRIu64 "\n", seed);
    alarm(ALARM_S);
    crowd_open(&crowd);
    snprintf(lock_path, sizeof(lock_path), "/tmp/slots-kill.%ld",
             (long)getpid());
    if (close(slots_owners_create(lock_path, LOCK_ID)) != 0)
        bail_out("no owners.lock");
    atomic_store(&crowd.shared->active, THREADS);
    manager = start(manager_run);
    for (uint32_t i = 0; i < CHILDREN; i++)
        children[i] = start(child_run);
    run_kills(kills);
    come_to_rest();
    crowd_check_end(&crowd);
    unlink(lock_path);
    return done_testing();
}
