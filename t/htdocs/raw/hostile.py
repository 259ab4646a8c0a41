#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Breaks the rules, each in the way that PATH_INFO names."""

import os
import struct

from bare import (
    BODY,
    CGI,
    COMPLETE,
    END,
    FAULT,
    INFO,
    LAST,
    LOG,
    MORE,
    RESPONSE,
    WANT,
    frame,
    serve,
    variables,
)

TEXT = ("Content-Type", "text/plain")


def raw(data):
    def answer(connection):
        connection.send(data)

    return answer


def framed(message):
    return raw(b"\xce" + struct.pack(">I", len(message)) + message)


def headers(*pairs):
    """A whole response of five bytes with these headers."""

    def answer(connection):
        connection.send(connection.response(200, pairs, b"hello"))

    return answer


def frames(*rest, head=(TEXT,)):
    """The head of a response, and these frames behind it."""

    def answer(connection):
        connection.send(connection.response(200, head, b"", 0), *rest)

    return answer


def fault(status, flags, *rest):
    """An answer for a script that has failed, and these frames behind it."""

    def answer(connection):
        head = connection.response(status, [TEXT], b"sorry", FAULT | flags)
        connection.send(head, *rest)

    return answer


def said(text, answer):
    """A line for the log, and then the answer."""

    def both(connection):
        connection.send(frame(LOG, 3, text))
        answer(connection)

    return both


def begun(length, *rest):
    """The client has its beginning before anything goes wrong."""

    def answer(connection):
        head = (TEXT, ("Content-Length", str(length))) if length else (TEXT,)
        connection.send(connection.response(200, head, b"begin", 0))
        wait_for_gate()
        connection.send(*rest)

    return answer


def wait_for_gate():
    """Until the test opens it; closed again, so that it meets one of us."""
    with open(os.environ["PERSIST_T_ROOT"] + "/gate", "rb") as gate:
        gate.read(1)


def wrong_seq(connection):
    connection.seq ^= 1
    connection.send(connection.response(200, [TEXT], b"hello"))


def interim(status, *headers):
    """An interim response, and a response that is as it should be."""

    def answer(connection):
        connection.send(frame(INFO, connection.seq, status, headers))
        connection.send(connection.response(200, [TEXT], b"hello"))

    return answer


def twice(connection):
    one = connection.response(200, [TEXT], b"hello")
    connection.send(one + one)


def die(connection):
    connection.send(connection.response(200, [TEXT], b"begin", 0))
    wait_for_gate()
    os._exit(9)


def fine(connection):
    connection.send(connection.response(200, [TEXT], b"hello"))


end = frame(END, 1, 0, [])
PAGES = {
    "/fine": fine,
    "/garbage": raw(b"GET / HTTP/1.1\r\n\r\n"),
    "/four-gib": raw(b"\xce\xff\xff\xff\xff" + b"x" * 100),
    "/array": framed(b"\xdd\xff\xff\xff\xff" + b"\x05" * 100),
    "/list": framed(b"\x96\x05\x00\x00\xdd\xff\xff\xff\xff" + b"\x00" * 100),
    "/bytes": framed(b"\x93\x03\xc6\xff\xff\xff\xff" + b"\x00" * 100),
    "/map": framed(b"\x96\x05\x00\xcc\xc8\x80\xc4\x00\x01"),
    "/nesting": framed(b"\x91" * 1000),
    "/unknown": raw(frame(99)),
    "/empty": raw(b"\xce\x00\x00\x00\x00"),
    "/seq": wrong_seq,
    "/twice": twice,
    "/body-first": raw(frame(BODY, b"x", MORE)),
    "/end-first": raw(end),
    "/want": raw(frame(WANT, 1)),
    "/refuse-after": raw(frame(END, 0, 1, [])),
    "/refuse-trailers": raw(frame(END, 0, 0, [b"A", b"b"])),
    "/101": interim(101),
    "/104": interim(104),
    "/102": interim(102, b"X-A", b"b"),
    "/info-crlf": interim(103, b"Link", b"a\r\nSet-Cookie: stolen=1"),
    "/info-mixed": interim(
        103,
        *(b"Link", b"</a>", b"Content-Length", b"7", b"Connection", b"close"),
        *(b"Content-Type", b"a/b", b"Location", b"/stolen", b"X-A", b"b"),
    ),
    "/status": raw(frame(RESPONSE, 0, 600, [], b"", COMPLETE)),
    "/odd": raw(frame(RESPONSE, 0, 200, [b"A"], b"", COMPLETE)),
    "/broken-mark": frames(frame(BODY, b"x", 2)),
    "/crlf": headers(TEXT, ("X-A", "b\r\nSet-Cookie: stolen=1")),
    "/name": headers(TEXT, ("X A", "b")),
    "/no-name": headers(TEXT, ("", "b")),
    "/nul": headers(TEXT, ("X-A", "b\0c")),
    "/second-type": headers(TEXT, TEXT),
    "/second-location": headers(TEXT, ("Location", "/"), ("location", "/")),
    "/second-length": headers(
        TEXT, ("Content-Length", "5"), ("Content-Length", "5")
    ),
    "/no-number": headers(TEXT, ("Content-Length", "5x")),
    "/negative": headers(TEXT, ("Content-Length", "-5")),
    "/short": headers(TEXT, ("Content-Length", "6")),
    "/long": headers(TEXT, ("Content-Length", "4")),
    "/right": headers(TEXT, ("Content-Length", "5")),
    "/hop": headers(
        TEXT, ("Connection", "close"), ("Transfer-Encoding", "chunked")
    ),
    "/at-once-short": frames(
        frame(BODY, b"x", LAST), head=(TEXT, ("Content-Length", "100"))
    ),
    "/at-once-long": frames(
        frame(BODY, b"hello", LAST), head=(TEXT, ("Content-Length", "4"))
    ),
    "/at-once-not-ok": frames(
        frame(BODY, b"hello", MORE), frame(END, 0, 0, [])
    ),
    "/stream-short": begun(100, frame(BODY, b"x", LAST)),
    "/stream-long": begun(10, frame(BODY, b"xxxxxTOO MUCH", LAST)),
    "/stream-garbage": begun(0, b"garbage"),
    "/stream-four-gib": begun(100, b"\xce\xff\xff\xff\xff"),
    "/stream-not-ok": begun(100, frame(END, 0, 0, [])),
    "/stream-die": die,
    "/fault": fault(500, COMPLETE),
    "/fault-503": fault(503, COMPLETE),
    "/fault-200": fault(200, COMPLETE),
    "/fault-404": fault(404, COMPLETE),
    "/fault-cgi": fault(500, COMPLETE | CGI),
    "/fault-stream": fault(
        500, 0, *[frame(BODY, b"x" * 65536, MORE)] * 20, end
    ),
    "/fault-said": said(
        b"the beginning" + b"<" * 60000 + b"\0the end", fault(500, COMPLETE)
    ),
    "/fault-late": frames(frame(LOG, 3, b"said late"), frame(END, 0, 0, [])),
    "/fault-garbage": fault(500, 0, b"garbage"),
    "/log": frames(frame(LOG, 3, b"a\x1b[31mb\r\nforged line"), end),
    "/trailers": frames(
        frame(BODY, b"hello", MORE),
        frame(END, 1, 0, [b"X-Sum", b"abc", b"X-Other", b"1"]),
        head=(TEXT, ("ETag", '"v1"')),
    ),
    "/bad-trailer": frames(
        frame(BODY, b"hello", MORE), frame(END, 1, 0, [b"X-S", b"a\r\nb: c"])
    ),
}


def answer(connection, request):
    PAGES[variables(request)["PATH_INFO"]](connection)


serve(answer)
