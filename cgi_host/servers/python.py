# SPDX-License-Identifier: Apache-2.0
"""python.py SCRIPT: a fork server for a CGI program in Python.

persist-cgi-host starts it with the interpreter that the script names. It
compiles the script, imports the modules of the standard library that the script
names at its top, and then makes a process for each request, in which the script
runs as __main__. The messages are those of fork/fork_message.h.
"""

import ast
import atexit
import builtins
import errno
import gc
import importlib
import os
import socket
import struct
import sys
import threading
import types
from importlib.machinery import SourceFileLoader

HEAD = struct.Struct("=III")
ANSWER = struct.Struct("=i")
BLOCKS_MAX = 4 << 20
READY = 0
# They open windows, print, or are not what a program wants before its start.
NOT_BEFOREHAND = {"antigravity", "idlelib", "this", "tkinter", "turtle"}


class Script:
    """The program, as it was when the server started."""

    def __init__(self, path):
        self.path = path
        self.folder = os.path.dirname(os.path.realpath(path))
        self.version = self.version_of_folder()
        with open(path, "rb") as file:
            self.source = file.read()
        tree = ast.parse(self.source, path)
        self.code = compile(self.source, path, "exec", dont_inherit=True)
        if not self.hides_library():
            import_beforehand(tree)

    def version_of_folder(self):
        return os.stat(self.folder).st_mtime_ns

    def hides_library(self):
        """Whether a file beside the script has the name of a module of the
        library: that is what the script would import."""
        names = {
            name.partition(".")[0]
            for name in os.listdir(self.folder)
            if name.endswith((".py", ".pyc", ".so")) or "." not in name
        }
        names &= sys.stdlib_module_names
        return bool(names or os.environ.get("PYTHONPATH"))

    def is_changed(self):
        return self.version_of_folder() != self.version


def named_at_top(tree):
    for statement in tree.body:
        if isinstance(statement, ast.Import):
            yield from (name.name for name in statement.names)
        elif isinstance(statement, ast.ImportFrom) and not statement.level:
            yield statement.module


def import_beforehand(tree):
    """What fails here fails again in the script, which may expect it."""
    for name in named_at_top(tree):
        package = name.partition(".")[0]
        if package not in sys.stdlib_module_names - NOT_BEFOREHAND:
            continue
        try:
            importlib.import_module(name)
        except Exception:
            continue


class Request:
    """What a process gets: descriptors, arguments and variables."""

    def __init__(self, fds, blocks, lengths):
        self.fds = fds
        arguments, rest = blocks[: lengths[0]], blocks[lengths[0] :]
        self.arguments = arguments.split(b"\0")[:-1]
        self.variables = rest[: lengths[1]].split(b"\0")[:-1]
        self.folder = rest[lengths[1] :].rstrip(b"\0")

    def close(self):
        for fd in self.fds:
            os.close(fd)


def receive_all(channel, size):
    data = bytearray()
    while len(data) < size:
        piece = channel.recv(size - len(data))
        if not piece:
            return None
        data += piece
    return bytes(data)


def receive(channel):
    """Return the next request, or None at the end."""
    begun, fds, _, _ = socket.recv_fds(channel, HEAD.size, 3)
    rest = receive_all(channel, HEAD.size - len(begun)) if begun else None
    if rest is None:
        return None
    lengths = HEAD.unpack(begun + rest)
    if sum(lengths) > BLOCKS_MAX or len(fds) != 3:
        return None
    blocks = receive_all(channel, sum(lengths))
    return None if blocks is None else Request(fds, blocks, lengths)


# The interpreter sets this itself where the locale is C (PEP 538).
COERCED = os.environb.get(b"LC_CTYPE")


def become(request, script):
    """Make this process what execve(2) would make of the script."""
    for number, fd in enumerate(request.fds):
        os.dup2(fd, number)
    request.close()
    os.environb.clear()
    for variable in request.variables:
        name, _, value = variable.partition(b"=")
        os.environb[name] = value
    if COERCED is not None:
        os.environb[b"LC_CTYPE"] = COERCED
    if request.folder:
        os.chdir(request.folder)
    sys.argv[:] = [script.path, *map(os.fsdecode, request.arguments)]
    sys.orig_argv[:] = [sys.executable, *sys.argv]
    sys.path[0] = script.folder


def module_of(script):
    module = types.ModuleType("__main__")
    module.__file__ = script.path
    module.__builtins__ = builtins
    module.__loader__ = SourceFileLoader("__main__", script.path)
    module.__cached__ = None
    sys.modules["__main__"] = module
    return module


def status_of(error):
    """Return the exit status of a SystemExit, as the interpreter has it."""
    code = error.code
    if code is None or isinstance(code, int):
        return (code or 0) & 0xFF
    print(code, file=sys.stderr)
    return 1


def run(script):
    """Run the script. Return its exit status."""
    try:
        exec(script.code, module_of(script).__dict__)
    except SystemExit as error:
        return status_of(error)
    except BaseException as error:
        # without our own frame
        trace = error.__traceback__.tb_next
        sys.excepthook(type(error), error.with_traceback(trace), trace)
        return 1
    return 0


def flush(status):
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):
            status = status or 120
    return status


def run_to_the_end(script):
    """What the interpreter does at its end, without taking all apart."""
    status = run(script)
    threading._shutdown()
    atexit._run_exitfuncs()
    os._exit(flush(status))


def answer(channel, number):
    channel.sendall(ANSWER.pack(number))


def fork(channel, request, script):
    """Make a process. Return its id or an errno; never returns in it."""
    try:
        pid = os.fork()
    except OSError as error:
        return -error.errno
    if pid == 0:
        channel.close()
        become(request, script)
        run_to_the_end(script)
    return pid


def serve(channel, script):
    while request := receive(channel):
        if script.is_changed():
            answer(channel, -errno.ESTALE)
        else:
            answer(channel, fork(channel, request, script))
        request.close()


def main():
    channel = socket.socket(fileno=int(os.environ["PERSIST_FORK_FD"]))
    sys.path[0] = "/nonexistent"  # ours is not the script's
    script = Script(sys.argv[1])
    gc.collect()
    gc.freeze()
    answer(channel, READY)
    serve(channel, script)


main()
