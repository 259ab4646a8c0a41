# SPDX-License-Identifier: Apache-2.0
"""Logging to httpd's error log, with levels and ids of requests.

    import logging
    import persist_worker.logging

    logging.basicConfig(handlers=[persist_worker.logging.Handler()],
                        level=logging.INFO)

or, in the dict of logging.config.dictConfig() or Django's LOGGING:

    "handlers": {"httpd": {"class": "persist_worker.logging.Handler"}}
"""

from __future__ import annotations

import logging
import sys

from ._current import current_request
from ._errors import ClientGone

# From which level of Python on which one of RFC 5424, section 6.2.1.
_LEVELS = (
    (logging.CRITICAL, 2),
    (logging.ERROR, 3),
    (logging.WARNING, 4),
    (logging.INFO + 1, 5),
    (logging.INFO, 6),
)
_DEBUG = 7


def syslog_level(level: int) -> int:
    """Return the level of RFC 5424 for one of the module logging.

    CRITICAL is critical (2), and so on to DEBUG, debug (7). What is between
    INFO and WARNING is notice (5).
    """
    return next((code for least, code in _LEVELS if level >= least), _DEBUG)


class Handler(logging.Handler):
    """Writes each record to httpd's error log, a traceback with its message.

    What is logged while a request is answered has its id, and the record's
    level, so that httpd's LogLevel decides whether it is kept: the server's
    default, warn, leaves INFO and DEBUG out. Other records, and all of a plain
    CGI script or in a terminal, go to stderr. After a request's end there is no
    request, nor in another thread than its own, unless that runs in the context
    of a task for ASGI, as by asyncio.to_thread().
    """

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record; logging.raiseExceptions decides on errors."""
        try:
            self._write(self.format(record), syslog_level(record.levelno))
        except Exception:  # noqa: BLE001 (as handlers of the library do)
            self.handleError(record)

    def _write(self, text: str, level: int) -> None:
        request = current_request()
        if request is None or request._ended:  # noqa: SLF001 (its line has gone)
            sys.stderr.write(text + "\n")
            return
        try:
            request.log(text, level)
        except (ClientGone, RuntimeError):
            # The connection to httpd has gone, too; or the thread of the event
            # loop has ended the request since the check.
            sys.stderr.write(text + "\n")


def be_last_resort() -> None:
    """Take the warnings of a program that has set up no logging."""
    logging.lastResort = Handler(logging.WARNING)
