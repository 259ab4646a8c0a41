# SPDX-License-Identifier: Apache-2.0
"""python.py SCRIPT: a fork server for a CGI program in Python.

persist-cgi-host starts it with the interpreter that the script names. It
compiles the script, imports the modules of the standard library that the script
names at its top, and then makes a process for each request by fork(), as
fork/fork_interpreter.c describes. There the script runs as __main__.

A process pays for each page of memory that it writes to, and Python writes to
an object when it only looks at it. So a process does here no more than it must.
"""

import ast
import atexit
import builtins
import gc
import importlib
import os
import sys
import types
from importlib.machinery import SourceFileLoader

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
        self.hidden = self.hidden_modules()
        if self.hidden & sys.modules.keys():
            sys.exit("a file beside it has the name of a module in use here")
        if not (self.hidden or self.changes_path()):
            import_beforehand(tree)

    def version_of_folder(self):
        return os.stat(self.folder).st_mtime_ns

    def hidden_modules(self):
        """Modules of the library that a file beside the script has the name of:
        that file is what the script would import."""
        names = {
            name.partition(".")[0]
            for name in os.listdir(self.folder)
            if name.endswith((".py", ".pyc", ".so")) or "." not in name
        }
        return names & sys.stdlib_module_names

    def changes_path(self):
        """Whether it may look for modules elsewhere before it imports them."""
        changes = b"sys.path" in self.source or b"site." in self.source
        return changes or "PYTHONPATH" in os.environ

    def is_changed(self):
        """Whether other modules of the library are hidden now."""
        version = self.version_of_folder()
        if version == self.version:
            return False
        self.version = version
        return self.hidden_modules() != self.hidden


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


def hooks(when):
    """Return what os.fork() is to call then. Nothing but the list that has it
    refers to a hook of our own."""

    def own():
        pass

    os.register_at_fork(**{when: own})
    (found,) = (one for one in gc.get_referrers(own) if isinstance(one, list))
    found.remove(own)
    return found


def is_of_library(hook):
    """A method of a lock, or what functools has wrapped, may be anyone's."""
    package = (getattr(hook, "__module__", None) or "").partition(".")[0]
    return package in sys.stdlib_module_names - {"functools"}


def find_fork():
    """Return what makes a process, and what is to run in it.

    os.fork() does much that a process needs whose parent had several threads,
    and so do the hooks of Python's library, except for those that run in the
    child. Where there are no others, the server calls os.getppid(), which is a
    fork() here."""
    before = hooks("before") + hooks("after_in_parent")
    inside = hooks("after_in_child")
    if all(map(is_of_library, before + inside)):
        return os.getppid, inside
    return os.fork, []


def read_request(place):
    """Return what a process gets beside its descriptors."""
    size = os.lseek(place, 0, os.SEEK_END)
    count, *texts = os.pread(place, size, 0).split(b"\0")
    os.close(place)
    arguments = [os.fsdecode(text) for text in texts[: int(count)]]
    return arguments, texts[int(count) : -1]


# The interpreter sets this itself where the locale is C (PEP 538).
COERCED = os.environb.get(b"LC_CTYPE")


def become(request, script):
    """Make this process what execve(2) would make of the script. The C library
    has the variables already."""
    arguments, variables = request
    known = os.environb._data
    known.clear()
    known.update([variable.split(b"=", 1) for variable in variables])
    if COERCED is not None:
        os.environb[b"LC_CTYPE"] = COERCED
    sys.argv += arguments
    sys.orig_argv += arguments
    if script.is_changed():
        os.execv(sys.executable, sys.orig_argv)


def take_place_of(script):
    """Look like the script, as far as that is the same for each request. Return
    the module that it runs in."""
    sys.argv[:] = [script.path]
    sys.orig_argv[-2:] = [script.path]
    sys.path[0] = script.folder
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


def run(script, module):
    """Run the script. Return its exit status."""
    try:
        exec(script.code, module.__dict__)
    except SystemExit as error:
        return status_of(error)
    except BaseException as error:
        # without our own frame
        trace = error.__traceback__.tb_next
        sys.excepthook(type(error), error.with_traceback(trace), trace)
        return 1
    return 0


def end_threads():
    """What the interpreter does at its end, where there is anything to do."""
    threading = sys.modules.get("threading")
    if threading and (
        len(threading._active) > 1 or threading._threading_atexits
    ):
        threading._shutdown()


def flush(status):
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):
            status = status or 120
    return status


def run_to_the_end(script, module):
    """What the interpreter does at its end, without taking all apart."""
    status = run(script, module)
    end_threads()
    atexit._run_exitfuncs()
    os._exit(flush(status))


def main():
    own = sys.modules["__main__"]  # lives on  # noqa: F841
    place = int(os.environ["PERSIST_FORK_FD"])
    sys.path[0] = "/nonexistent"  # ours is not the script's
    script = Script(sys.argv[1])
    module = take_place_of(script)
    fork, inside = find_fork()
    gc.collect()
    gc.freeze()
    os.environ["PERSIST_FORK_SERVE"] = f"{fork.__name__}, environ"
    while fork():
        if script.is_changed():
            os._exit(0)
    for hook in inside:
        hook()
    become(read_request(place), script)
    run_to_the_end(script, module)


if __name__ == "__main__":
    main()
