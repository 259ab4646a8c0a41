/* SPDX-License-Identifier: Apache-2.0 */
/* slots_sweep_test.c: a sweep clears what a dead child left, and nothing else.
 */

#include "slots_claim.h"
#include "slots_fixture.h"
#include "slots_owners.h"
#include "slots_queue.h"
#include "slots_sweep.h"
#include "slots_unit.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static const slots_sizes_t sizes = {.owners = 4, .slots = 4, .pools = 3};

static void test_leases_and_cells(void)
{
    fixture_t f;
    slots_lease_t dead, alive;
    slots_place_t gone, stays;
    fixture_open(&f, sizes);
    fixture_worker(&f, 1);
    fixture_worker(&f, 1);
    fixture_claim(&f, 1, &dead);
    fixture_claim(&f, 2, &alive);
    slots_queue_enter(&f.table, f.pool, 1, 10, 10, &gone);
    slots_queue_enter(&f.table, f.pool, 2, 10, 10, &stays);
    is_int(slots_sweep(&f.table, 1), 1, "one lease is swept");
    is_int(fixture_state(&f, 0, 0), SLOTS_FINISHING, "it turns FINISHING");
    ok(!slots_lease_holds(&f.table, &dead), "the lease stands no more");
    ok(slots_lease_holds(&f.table, &alive), "another child's does");
    is_int(slots_queue_length(&f.table, f.pool), 1, "its cell is gone");
    is_int(atomic_load(&f.table.owners[1].waiting), 0, "so is its count");
    ok(atomic_load(&f.table.owners[2].waiting) != 0, "others' are not");
    is_int(slots_sweep(&f.table, 1), 0, "a second sweep finds nothing");
    fixture_close(&f);
}

/* The dead child was the front, and a unit is FREE: its wake-up is passed on.
 * The same when it died after it had made the unit FREE. */
static void test_front_dies(void)
{
    fixture_t f;
    slots_place_t front, second;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    slots_queue_enter(&f.table, f.pool, 1, 10, 10, &front);
    slots_queue_enter(&f.table, f.pool, 2, 10, 10, &second);
    fixture_try(&f, &second, &lease);
    fixture_worker(&f, 1);
    slots_sweep(&f.table, 1);
    slots_queue_pause(&f.table, &second, 0);
    ok(!second.slice_over, "the next one is woken");
    is_int(fixture_try(&f, &second, &lease), 1, "and claims");
    slots_queue_enter(&f.table, f.pool, 2, 10, 10, &second);
    fixture_try(&f, &second, &lease);
    atomic_store(fixture_unit(&f, 0, 0), slots_unit_pack(SLOTS_FREE, 0, 99));
    slots_sweep(&f.table, 1);
    slots_queue_pause(&f.table, &second, 0);
    ok(!second.slice_over, "also when the dead one stood in no queue");
    fixture_close(&f);
}

/* A child that holds its byte until it is killed. */
#define LOCK_ID 7u

static pid_t holder(const char *path, uint32_t owner)
{
    int ready[2];
    char byte;
    pid_t pid;
    if (pipe(ready) != 0 || (pid = fork()) < 0)
        bail_out("no child");
    if (pid == 0) {
        int fd = slots_owners_open(path, LOCK_ID);
        if (fd < 0 || slots_owners_seize(fd, owner) != 1 ||
            write(ready[1], "", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    close(ready[1]);
    if (read(ready[0], &byte, 1) != 1)
        bail_out("child took no byte");
    close(ready[0]);
    return pid;
}

static void test_sweep_dead(void)
{
    fixture_t f;
    slots_lease_t lease;
    char path[] = "/tmp/slots-sweep-XXXXXX";
    int fd =
        close(mkstemp(path)) == 0 ? slots_owners_create(path, LOCK_ID) : -1;
    pid_t pid = holder(path, 1);
    fixture_open(&f, sizes);
    fixture_worker(&f, 1);
    fixture_claim(&f, 1, &lease);
    is_int(slots_sweep_dead(&f.table, fd, 1), 0, "a living child is not swept");
    ok(slots_lease_holds(&f.table, &lease), "its lease stands");
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    is_int(slots_sweep_dead(&f.table, fd, 1), 1, "a dead one is swept");
    is_int(fixture_state(&f, 0, 0), SLOTS_FINISHING, "its lease is FINISHING");
    pid = holder(path, 1);
    ok(pid > 0, "and its byte can be taken again");
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    close(fd);
    is_int(slots_sweep_dead(&f.table, fd, 1), -1, "a closed file is an error");
    unlink(path);
    fixture_close(&f);
}

int main(void)
{
    alarm(60);
    test_leases_and_cells();
    test_front_dies();
    test_sweep_dead();
    return done_testing();
}
