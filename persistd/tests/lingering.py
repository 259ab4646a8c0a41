# SPDX-License-Identifier: Apache-2.0
"""What a stranger passes to who should stand still: sockets whose last
reference is dropped in seconds only."""

import array
import contextlib
import os
import signal
import socket
import struct

SECONDS = 120  # a slow machine may take some, too
peers = []


def lingering_socket():
    """It has more to send than its peer, which never reads, takes."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        sock = socket.create_connection(server.getsockname())
        peers.append(server.accept()[0])
    sock.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        while True:
            sock.send(bytes(65536))
    lingers = struct.pack("ii", 1, SECONDS)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, lingers)
    return sock


def give(to, data, flags=0):
    """Passes one beside the data, and keeps no copy. False: the kernel has
    refused to (SO_PASSRIGHTS, Linux 6.16)."""
    with lingering_socket() as sock:
        rights = array.array("i", [sock.fileno()])
        beside = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)]
        try:
            to.sendmsg([data], beside, flags)
        except PermissionError:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, bytes(8))
            return False
    return True


@contextlib.contextmanager
def stopped(pid):
    """It finds all that comes meanwhile at once, and no copies with others."""
    os.kill(pid, signal.SIGSTOP)
    yield
    os.kill(pid, signal.SIGCONT)
