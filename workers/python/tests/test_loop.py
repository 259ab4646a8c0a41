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
from conftest import END, IDLE, LEAVING, PROBE, STOP, Start, eventually

HELLO = """
    import os
    def hello(request):
        request.respond(200, {"Content-Type": "text/plain"},
                        b"%d" % os.getpid())
    persist_worker.each_request(hello)
"""

FAILING = """
    def handler(request):
        if request.path == "/fail":
            raise LookupError("what a pity")
        if request.path == "/half":
            request.start(200)
            request.write(b"half")
            raise LookupError("what a pity")
        if request.path == "/exit":
            raise SystemExit(7)
        if request.path != "/nothing":
            request.respond(200, {}, b"fine")
    persist_worker.each_request(handler)
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


def test_exception_is_500_with_its_traceback_in_the_log(start: Start) -> None:
    data = start(FAILING).data()
    answer = data.get("/fail")
    assert answer.status == 500
    assert "pity" not in answer.body.decode()
    assert "Traceback" in answer.log
    assert "LookupError: what a pity" in answer.log
    assert data.get("/").body == b"fine"


def test_exception_in_a_stream_aborts_it(start: Start) -> None:
    data = start(FAILING).data()
    answer = data.get("/half")
    assert (answer.status, answer.body, answer.ok) == (200, b"half", False)
    assert "LookupError" in answer.log
    assert data.get("/").body == b"fine"


def test_no_response_is_500_and_a_line_in_the_log(start: Start) -> None:
    data = start(FAILING).data()
    answer = data.get("/nothing")
    assert answer.status == 500
    assert "no response" in answer.log
    assert data.get("/").body == b"fine"


def test_system_exit_is_500_and_the_worker_leaves(start: Start) -> None:
    worker = start(FAILING)
    worker.ready()
    assert worker.data().get("/exit").status == 500
    message = worker.control.take()
    assert message is not None
    assert message[0] == LEAVING
    assert worker.stop() == 7


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
    assert worker.process.wait(10) == 1
    assert f"RuntimeError: {REFUSAL}" in worker.printed()


def test_a_second_loop_is_refused_behind_the_first(start: Start) -> None:
    worker = start(HELLO + "    persist_worker.each_request(hello)\n")
    assert worker.stop() == 1
    assert f"RuntimeError: {REFUSAL}" in worker.printed()


def test_threads_answer_at_a_time(start: Start) -> None:
    worker = start("""
        import threading
        both = threading.Barrier(2, timeout=10)
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


def test_iterator_form(start: Start) -> None:
    worker = start("""
        for request in persist_worker.each_request():
            if request.path != "/nothing":
                request.respond(200, {}, request.path.encode())
        print("behind the loop")
    """)
    data = worker.data()
    assert data.get("/a").body == b"/a"
    assert data.get("/nothing").status == 500
    assert data.get("/b").body == b"/b"
    assert worker.stop() == 0
    assert worker.printed() == "behind the loop\n"


def test_iterator_is_shared_by_threads(start: Start) -> None:
    worker = start("""
        import threading
        requests = persist_worker.each_request(threads=2)
        both = threading.Barrier(2, timeout=10)
        def serve():
            for request in requests:
                both.wait()
                request.respond(200, {}, b"met")
        other = threading.Thread(target=serve)
        other.start()
        serve()
        other.join()
    """)
    one, two = worker.data(0), worker.data(1)
    one.ask()
    two.ask()
    assert (one.answer().body, two.answer().body) == (b"met", b"met")
    assert worker.stop() == 0


def test_exception_that_leaves_the_iterator(start: Start) -> None:
    worker = start("""
        for request in persist_worker.each_request():
            raise LookupError("what a pity")
    """)
    worker.ready()
    answer = worker.data().get()
    assert answer.status == 500
    assert "LookupError: what a pity" in answer.log
    message = worker.control.take()
    assert message is not None
    assert message[0] == LEAVING
    assert worker.stop() == 1


BESIDE = """
    import signal, sys, threading
    signal.signal(signal.SIGUSR1, lambda *_: sys.exit(3))
    requests = persist_worker.each_request(threads=2)
    both = threading.Barrier(2, timeout=10)
    def serve():
        for request in requests:
            both.wait()
            request.respond(200)
    threading.Thread(target=serve).start()
    for request in requests:
        both.wait()
"""


@pytest.mark.parametrize(
    ("end", "status", "exit_status"),
    [
        ("raise LookupError('what a pity')", 500, 1),
        ("sys.exit(3)", 500, 3),
        ("request.respond(204); break", 204, 0),
        ("request.after_response(lambda: sys.exit(3))", 500, 3),
    ],
)
def test_main_leaves_the_iterator_that_others_are_in(
    start: Start, end: str, status: int, exit_status: int
) -> None:
    worker = start(f"{BESIDE}        {end}\n")
    worker.ready()
    connections = [worker.data(unit) for unit in (0, 1)]
    for data in connections:
        data.ask()
    answers = [data.answer() for data in connections]
    assert sorted(answer.status for answer in answers) == [200, status]
    message = worker.control.told()
    assert message is not None
    assert message[0] == LEAVING
    for unit in (0, 1):
        worker.control.send(PROBE, unit)
        assert worker.control.told() == [IDLE, unit]
    assert worker.stop() == exit_status


def test_main_is_told_to_exit_while_all_wait(start: Start) -> None:
    worker = start(f"{BESIDE}        request.respond(202)\n")
    worker.ready()
    connections = [worker.data(unit) for unit in (0, 1)]
    for data in connections:
        data.ask()
    assert {data.answer().status for data in connections} == {200, 202}
    worker.process.send_signal(signal.SIGUSR1)
    message = worker.control.told()
    assert message is not None
    assert message[0] == LEAVING
    assert worker.stop() == 3


def test_main_may_leave_the_iterator_to_others(start: Start) -> None:
    worker = start("""
        import threading
        requests = persist_worker.each_request(threads=2)
        def serve():
            for request in requests:
                request.respond(200)
        for _ in range(2):
            threading.Thread(target=serve).start()
    """)
    worker.ready()
    data = worker.data()
    assert [data.get().status for _ in range(3)] == [200] * 3
    worker.control.send(PROBE, 0)
    assert worker.control.told() == [IDLE, 0]
    assert worker.stop() == 0


def test_exception_that_leaves_the_iterator_in_a_thread(start: Start) -> None:
    worker = start("""
        import threading
        requests = persist_worker.each_request()
        def serve():
            for request in requests:
                raise LookupError("what a pity")
        thread = threading.Thread(target=serve)
        thread.start()
        thread.join()
    """)
    worker.ready()
    answer = worker.data().get()
    assert answer.status == 500
    assert "LookupError: what a pity" in answer.log
    message = worker.control.take()
    assert message is not None
    assert message[0] == LEAVING
    assert worker.stop() == 0


@pytest.mark.parametrize(
    ("end", "seen"),
    [
        ("request.respond(204); return", (204, True)),
        ("break", (500, True)),
        ("request.start(200); request.write(b'half'); break", (200, False)),
        ("request.after_response(lambda: 1 / 0); break", (500, True)),
        ("request.after_response(sys.exit); break", (500, True)),
    ],
)
def test_a_thread_that_leaves_the_iterator_gives_its_request_back(
    start: Start, end: str, seen: tuple[int, bool]
) -> None:
    worker = start(f"""
        import sys, threading
        requests = persist_worker.each_request(threads=2)
        both = threading.Barrier(2, timeout=10)
        def leave():
            for request in requests:
                both.wait()
                {end}
        threading.Thread(target=leave).start()
        for request in requests:
            both.wait()
            request.respond(202)
        print("behind the loop")
    """)
    worker.ready()
    connections = [worker.data(unit) for unit in (0, 1)]
    for data in connections:
        data.ask()
    answers = [data.answer() for data in connections]
    found = sorted((answer.status, answer.ok) for answer in answers)
    assert found == sorted([(202, True), seen])
    message = worker.control.told()
    assert message is not None
    assert message[0] == LEAVING
    for unit in (0, 1):
        worker.control.send(PROBE, unit)
        assert worker.control.told() == [IDLE, unit]
    assert worker.stop() == 0
    assert "behind the loop" in worker.printed()


def test_a_thread_may_leave_the_iterator_with_its_last_request(
    start: Start,
) -> None:
    worker = start("""
        import threading
        requests = persist_worker.each_request()
        thread = threading.Thread(target=lambda: next(requests).respond(200))
        thread.start()
        thread.join()
        print("behind the thread")
    """)
    worker.ready()
    assert worker.data().get().status == 200
    message = worker.control.told()
    assert message is not None
    assert message[0] == LEAVING
    assert worker.stop() == 0
    assert worker.printed() == "behind the thread\n"


def test_break_leaves_in_order(start: Start) -> None:
    worker = start("""
        for request in persist_worker.each_request():
            request.respond(200)
            break
    """)
    worker.ready()
    assert worker.data().get().status == 200
    message = worker.control.take()
    assert message is not None
    assert message[0] == LEAVING
    worker.control.send(STOP)
    assert worker.process.wait(10) == 0


@pytest.mark.parametrize("end", ["break", "sys.exit(3)", "raise SystemExit"])
def test_leaving_in_mid_stream_aborts_it(start: Start, end: str) -> None:
    worker = start(f"""
        import sys
        for request in persist_worker.each_request():
            request.start(200)
            request.write(b"half")
            {end}
    """)
    worker.ready()
    answer = worker.data().get()
    assert (answer.status, answer.body, answer.ok) == (200, b"half", False)
    message = worker.control.take()
    assert message is not None
    assert message[0] == LEAVING
    assert worker.stop() == (3 if "3" in end else 0)


def test_exit_in_work_after_the_response(start: Start) -> None:
    """The unit is idle then, though nobody asked for another request."""
    worker = start("""
        import sys
        for request in persist_worker.each_request():
            request.after_response(lambda: sys.exit(3))
            request.respond(200)
    """)
    worker.ready()
    assert worker.data().get().after
    message = worker.control.take()
    assert message is not None
    assert message[0] == LEAVING
    worker.control.send(PROBE, 0)
    assert worker.control.take() == [IDLE, 0]
    assert worker.stop() == 3


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


@pytest.mark.parametrize("threads", [1, 3])
def test_signal_handlers_run_while_the_worker_waits(
    start: Start, threads: int
) -> None:
    worker = start(f"""
        import signal
        def on_signal(number, frame):
            print("signal seen")
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
    """It has the signals for control, of which its thread hears by a byte."""
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


def test_probe_is_answered_between_requests(start: Start) -> None:
    worker = start(HELLO)
    worker.ready()
    worker.control.send(PROBE, 0)
    assert worker.control.take() == [IDLE, 0]


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
    assert worker.process.wait(10) == 1
    assert "threads must be 1 to 16" in worker.printed()


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
