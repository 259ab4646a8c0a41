# SPDX-License-Identifier: Apache-2.0
"""persist_worker.logging: records in httpd's error log."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest
from conftest import eventually, run_once, write_script

import persist_worker.logging
from persist_worker._request import WARNING, Request
from persist_worker.logging import syslog_level

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Start

SCRIPT = """
    import logging, threading
    import persist_worker.logging
    logging.basicConfig(handlers=[persist_worker.logging.Handler()],
                        format="%(name)s: %(message)s", level="DEBUG")
    log = logging.getLogger("mine")

    def page(request):
        if request.path == "/other":
            other = threading.Thread(target=log.info, args=("from %s", "afar"))
            other.start()
            other.join()
        elif request.path == "/after":
            request.after_response(lambda: log.error("behind it"))
        else:
            log.debug("d")
            log.info("i")
            log.critical("c")
            try:
                1 / 0
            except ZeroDivisionError:
                log.exception("e \u00e4")
        request.respond(200)

    log.warning("before")
    persist_worker.each_request(page, threads=2)
"""


@pytest.mark.parametrize(
    ("level", "code"),
    [
        (logging.CRITICAL + 10, 2),
        (logging.CRITICAL, 2),
        (logging.ERROR, 3),
        (logging.WARNING, 4),
        (25, 5),
        (logging.INFO, 6),
        (logging.DEBUG, 7),
        (1, 7),
    ],
)
def test_levels_are_those_of_syslog(level: int, code: int) -> None:
    assert syslog_level(level) == code


def test_records_of_a_request_have_levels_and_one_traceback(
    start: Start,
) -> None:
    answer = start(SCRIPT).data().get("/")
    assert answer.levels == [7, 6, 2, 3]
    assert answer.log.startswith("mine: dmine: imine: cmine: e ä\nTraceback")
    assert answer.log.endswith("ZeroDivisionError: division by zero")


def test_records_without_a_request_go_to_stderr(start: Start) -> None:
    worker = start(SCRIPT)
    data = worker.data()
    assert data.get("/other").levels == []
    assert data.get("/after").levels == []
    lines = ["mine: before", "mine: from afar", "mine: behind it"]
    eventually(lambda: worker.printed().splitlines() == lines)


def test_a_terminal_has_them_on_stderr(tmp_path: Path) -> None:
    result = run_once(write_script(tmp_path, SCRIPT), "/other")
    assert result.stderr == b"mine: before\nmine: from afar\n"


def test_a_record_is_kept_when_its_request_ends_meanwhile(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Ending(Request):
        def log(self, text: str, level: int = WARNING) -> None:
            raise RuntimeError(f"{text} at {level}: the request is over")

    monkeypatch.setattr(persist_worker.logging, "current_request", Ending)
    record = logging.makeLogRecord({"msg": "kept", "levelno": logging.INFO})
    persist_worker.logging.Handler().handle(record)
    assert capsys.readouterr().err == "kept\n"
