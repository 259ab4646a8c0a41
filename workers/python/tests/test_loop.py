# SPDX-License-Identifier: Apache-2.0
"""The two forms of the loop, and how they end."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import (
    END,
    IDLE,
    LEAVING,
    PROBE,
    PYPY,
    REQUEST,
    STOP,
    Start,
    eventually,
)

HELLO = """
    import os
    def hello(request):
        request.respond(200, {"Content-Type": "text/plain"},
                        b"%d" % os.getpid())
    persist_worker.each_request(hello)
"""


def test_ready_tells_version_sdk_capacity_and_files(start: Start) -> None:
    ready = start(HELLO).ready()
    assert ready[1] == 1
    assert ready[2].startswith(b"python ")
    assert ready[4] == 1
    assert ready[5][0].endswith(b"app.py")
    assert not any(path.endswith(b"/socket.py") for path in ready[5])


def test_one_process_answers_many_requests(start: Start) -> None:
    data = start(HELLO).data()
    answers = [data.get() for _ in range(300)]
    assert {answer.status for answer in answers} == {200}
    assert len({answer.body for answer in answers}) == 1
    assert {answer.frames for answer in answers} == {1}


def test_stop_ends_the_script_in_order(start: Start) -> None:
    worker = start(HELLO + "    print('behind the loop')")
    assert worker.data().get().status == 200
    assert worker.stop() == 0
    assert worker.printed() == "behind the loop\n"


TWICE = """
    def again(request):
        try:
            persist_worker.each_cgi(print)
        except RuntimeError as error:
            request.respond(200, {}, str(error).encode())
"""
REFUSAL = "the loop has been entered before"


@pytest.mark.parametrize("threads", [1, 2])
def test_a_second_loop_is_refused_within_the_first(
    start: Start, threads: int
) -> None:
    loop = f"persist_worker.each_request(again, threads={threads})"
    data = start(f"{TWICE}\n    {loop}\n").data()
    assert [data.get().body for _ in range(9)] == [REFUSAL.encode()] * 9


def test_a_second_loop_is_refused_before_the_first_begins(
    start: Start,
) -> None:
    worker = start("""
        requests = persist_worker.each_request()
        persist_worker.each_request(threads=2)
    """)
    assert worker.ended() == 1
    assert f"RuntimeError: {REFUSAL}" in worker.printed()


def test_a_second_loop_is_refused_behind_the_first(start: Start) -> None:
    worker = start(HELLO + "    persist_worker.each_request(hello)\n")
    assert worker.stop() == 1
    assert f"RuntimeError: {REFUSAL}" in worker.printed()


def test_threads_answer_at_a_time(start: Start) -> None:
    worker = start("""
        import threading
        both = threading.Barrier(2, timeout=60)
        def meet(request):
            both.wait()
            request.respond(200, {}, threading.current_thread().name.encode())
        persist_worker.each_request(meet, threads=2)
    """)
    assert worker.ready()[4] == 2
    one, two = worker.data(0), worker.data(1)
    one.ask()
    two.ask()
    assert one.answer().body != two.answer().body
    assert worker.stop() == 0


def test_system_exit_in_a_thread_ends_the_worker(start: Start) -> None:
    worker = start("""
        def leave(request):
            raise SystemExit(5)
        persist_worker.each_request(leave, threads=3)
    """)
    worker.ready()
    assert worker.data().get().status == 500
    message = worker.control.told()
    assert message is not None
    assert message[0] == LEAVING
    assert worker.stop() == 5


def test_late_request_is_refused(start: Start) -> None:
    worker = start("""
        for request in persist_worker.each_request():
            request.respond(200)
            break
    """)
    worker.ready()
    data = worker.data()
    assert data.get().status == 200
    message = worker.control.take()
    assert message is not None
    assert message[0] == LEAVING
    data.ask()
    assert data.take() == [END, 0, 0, []]
    assert worker.stop() == 0


@pytest.mark.parametrize(
    "threads",
    [
        1,
        pytest.param(
            3, marks=pytest.mark.skipif(PYPY, reason="PyPy may run them later")
        ),
    ],
)
def test_signal_handlers_run_while_the_worker_waits(
    start: Start, threads: int
) -> None:
    """The next signal may come amid the handler, where print() is refused."""
    worker = start(f"""
        import os, signal
        def on_signal(number, frame):
            os.write(1, b"signal seen\\n")
        signal.signal(signal.SIGUSR1, on_signal)
        persist_worker.each_request(lambda request: request.respond(200),
                                    threads={threads})
    """)
    worker.ready()
    for count in range(1, 11):
        worker.process.send_signal(signal.SIGUSR1)
        seen = "signal seen\n" * count
        eventually(lambda seen=seen: worker.printed() == seen)
    assert worker.data().get().status == 200
    assert worker.stop() == 0


def cpu_seconds(pid: int) -> float:
    stat = Path(f"/proc/{pid}/stat").read_text()
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def test_a_main_thread_that_only_joins_is_left_alone(start: Start) -> None:
    """The main thread gets control's signals; a byte passes them on."""
    worker = start("""
        import threading
        requests = persist_worker.each_request()
        def serve():
            for request in requests:
                request.respond(200)
        thread = threading.Thread(target=serve)
        thread.start()
        thread.join()
    """)
    worker.ready()
    worker.control.send(PROBE, 0)
    assert worker.control.told() == [IDLE, 0]
    before = cpu_seconds(worker.process.pid)
    time.sleep(0.5)
    assert cpu_seconds(worker.process.pid) - before < 0.1
    assert worker.stop() == 0


def test_keyboard_interrupt_while_the_worker_waits(start: Start) -> None:
    worker = start(HELLO)
    worker.ready()
    worker.process.send_signal(signal.SIGINT)
    message = worker.control.take()
    assert message is not None
    assert message[0] == LEAVING
    assert worker.stop() == -signal.SIGINT


@pytest.mark.skipif(PYPY, reason="PyPy runs no finalizers at the end")
def test_a_worker_that_ends_needs_no_signal(
    start: Start, tmp_path: Path
) -> None:
    """The interpreter has no handlers any more: a signal would kill it."""
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    worker = start(f"""
        import os
        class Last:
            def __del__(self, write=os.write, open=os.open, only=os.O_RDONLY):
                write(2, b"ends\\n")
                open({str(gate)!r}, only)
        last = Last()
        persist_worker.each_request(lambda request: request.respond(200))
    """)
    worker.ready()
    worker.control.send(STOP)
    eventually(lambda: "ends" in worker.log.read_text())
    worker.control.send(PROBE, 0)
    opened = os.open(gate, os.O_RDWR)
    assert worker.ended() == 0
    os.close(opened)


def test_probe_is_answered_between_requests(start: Start) -> None:
    worker = start(HELLO)
    worker.ready()
    worker.control.send(PROBE, 0)
    assert worker.control.take() == [IDLE, 0]


def test_a_unit_beyond_those_of_requests_ahead_is_nobodys(start: Start) -> None:
    worker = start(HELLO)
    worker.ready()
    assert worker.data(unit=8).take() is None
    worker.control.send(PROBE, 8)
    assert worker.control.told() is None
    assert worker.data().get().status == 200


@pytest.mark.parametrize(
    "variables",
    [b"A", b"A\0b", b"A\0", b"A\0b\0C\0", b"\0b\0", b"A\0b\0\0\0"],
)
def test_variables_that_are_no_pairs_close_the_connection(
    start: Start, variables: bytes
) -> None:
    worker = start(HELLO)
    worker.ready()
    data = worker.data()
    data.send(REQUEST, 1, variables, 0, b"", 0, b"id-1")
    assert data.take() is None
    assert worker.data().get().status == 200


def test_print_goes_to_the_log_at_once(start: Start) -> None:
    worker = start("""
        import os
        def handler(request):
            print("a stray line")
            os.write(1, b"raw bytes\\n")
            request.respond(200, {}, b"clean")
        persist_worker.each_request(handler)
    """)
    assert worker.data().get().body == b"clean"
    assert worker.printed() == "a stray line\nraw bytes\n"


def test_what_a_handler_starts_holds_no_socket(start: Start) -> None:
    worker = start("""
        import os
        def handler(request):
            os.system("sleep 600 & echo $!")
            pid = os.fork()
            if pid == 0:
                names = [os.readlink(f"/proc/self/fd/{fd}")
                         for fd in range(3, 64)
                         if os.path.islink(f"/proc/self/fd/{fd}")]
                print(sum("socket" in name for name in names))
                os._exit(0)
            os.waitpid(pid, 0)
            request.respond(200, {}, str("PERSIST_WORKER" in os.environ)
                            .encode())
        persist_worker.each_request(handler)
    """)
    data = worker.data()
    assert data.get().body == b"False"
    pid, sockets = map(int, worker.printed().split())
    names = []
    try:
        for path in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):  # sleep is starting
                names.append(str(path.readlink()))
    finally:
        os.kill(pid, signal.SIGKILL)
    assert sockets == 0
    assert not any("socket" in name for name in names)


FORKED = """
    import os
    def app(request):
        request.after_response(lambda: print("after"))
        if os.fork():
            os.wait()
            request.respond(200, {}, b"parent")
"""


@pytest.mark.parametrize(
    "loop",
    [
        "persist_worker.each_request(app)",
        "for request in persist_worker.each_request(): app(request)",
    ],
)
def test_a_child_that_goes_on_leaves_its_loop(start: Start, loop: str) -> None:
    worker = start(f"{FORKED}\n    {loop}\n    print('behind the loop')\n")
    data = worker.data()
    for _ in range(2):
        answer = data.get()
        assert (answer.body, answer.log) == (b"parent", "")
    assert worker.stop() == 0
    seen = "behind the loop\nafter\n" * 2 + "behind the loop\n"
    assert worker.printed() == seen


def test_wrong_number_of_threads(start: Start) -> None:
    worker = start("persist_worker.each_request(print, threads=0)")
    assert worker.ended() == 1
    assert "threads must be 1 to 1024" in worker.printed()


def test_of_another_version_it_says_so(tmp_path: Path) -> None:
    script = tmp_path / "app.py"
    script.write_text("import persist_worker\npersist_worker.each_request(int)")
    run = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        env=dict(os.environ, PERSIST_WORKER="2:3"),
        check=False,
    )
    assert run.returncode == 1
    assert "PERSIST_WORKER is of no use" in run.stderr
