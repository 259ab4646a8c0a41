# SPDX-License-Identifier: Apache-2.0
"""python_server.py: a fork server for a CGI program in Python.

persist-cgi-host starts it with the interpreter that the script names. It
compiles the script, imports the modules of the standard library that the script
names at its top, and then makes a process for each request by fork(), as
fork/fork_interpreter.c describes. There the script runs as __main__
(python_turn.py).

A process pays for each page of memory that it writes to, and Python writes to
an object when it only looks at it. So a process does here no more than it must,
at its end, too: docs/decisions/cgi-programs-have-a-host.md has the figures.
"""

import ast
import gc
import importlib
import os
import sys
import types
from _weakref import CallableProxyType, ProxyType, ref
from importlib.machinery import ExtensionFileLoader, SourceFileLoader

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


def renew_keys():
    """What the library has drawn while it was imported is drawn anew, but for
    random's numbers, which have a hook."""
    processes = sys.modules.get("multiprocessing.process")
    if processes:
        processes.current_process().authkey = os.urandom(32)


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
    """Look like the script, as far as that is the same for each request."""
    sys.argv[:] = [script.path]
    sys.orig_argv[-2:] = [script.path]
    sys.path[0] = script.folder
    sys.modules["__main__"] = types.ModuleType("__main__")


# Modules of the library that leave something to the C library's exit(), such as
# what was written to its stdout.
LEAVE_WORK = {"_ctypes", "_curses", "_tkinter", "readline"}
# Their objects close a database when they are freed, which is no finalizer.
CLOSE = {"_dbm", "_gdbm", "_sqlite3", "sqlite3"}

# The most frequent ones that tell nobody of their end.
SILENT = {dict, list, set, tuple, SourceFileLoader}
SILENT |= {types.FunctionType, types.ModuleType}
SILENT |= {types.FrameType, types.TracebackType}

# What the interpreter sets to None in the module sys before modules go.
LET_GO = {
    *("path", "argv", "ps1", "ps2", "path_hooks", "path_importer_cache"),
    *("last_exc", "last_type", "last_value", "last_traceback", "meta_path"),
}


class End:
    """The end of a process. To take all apart, as the interpreter does, takes
    longer than all else, since each object is written to. So what the program
    has made ends alone, if any of it has a finalizer. Where something is left
    then, or what is in C may have more to do, the interpreter does all."""

    def __init__(self):
        """Just before the server serves."""
        self.streams = sys.stdout, sys.stderr
        self.modules = self.newest_modules()
        self.known = set(sys.modules)
        gc.collect()
        gc.freeze()

    def begin(self):
        """In a process, before it runs the script."""
        self.first = []  # frozen only if the script calls gc.freeze()

    def newest_modules(self):
        return len(sys.modules), next(reversed(sys.modules))

    def is_foreign(self, name):
        """Whether this is a module in C that is not the library's: nobody knows
        what it does at the end."""
        spec = names_of(sys.modules[name]).get("__spec__")
        return (
            isinstance(getattr(spec, "loader", None), ExtensionFileLoader)
            and name.partition(".")[0] not in sys.stdlib_module_names
        )

    def leaves_work(self):
        if any(name in sys.modules for name in LEAVE_WORK):
            return True
        return self.modules != self.newest_modules() and any(
            map(self.is_foreign, sys.modules.keys() - self.known)
        )

    def is_noticed(self):
        """Whether anybody is told when the objects end that the program has
        made, which are those that are not frozen."""
        objects = gc.get_objects()
        kinds = set(map(type, objects))
        if id(self.first) not in map(id, objects):
            return True
        if kinds <= SILENT:
            return False
        kinds |= {one for one in objects if issubclass(type(one), type)}
        bases = {base for kind in kinds for base in kind.__mro__}
        return any(map(has_finalizer, bases)) or any(map(calls_back, objects))

    def let_go(self):
        """What the interpreter does first, but only with modules that the
        program has made or loaded: one after the other goes, then what refers
        to itself, then what is in those that are still there. The collection
        before that also puts a stream before the file below it."""
        gc.collect()
        vars(sys).update(dict.fromkeys(LET_GO))
        for name in ("stdin", "stdout", "stderr"):
            setattr(sys, name, getattr(sys, f"__{name}__"))
        own = [name for name in sys.modules if name not in self.known]
        left = []
        for name in ["__main__", *own]:
            left.append(ref(sys.modules[name]))
            sys.modules[name] = None
        gc.collect()
        for module in reversed(left):
            empty(module())
        gc.collect()

    def is_short(self):
        """End what the program has made. Return whether that is all that can be
        noticed."""
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        if (sys.stdout, sys.stderr) == self.streams and not self.is_noticed():
            return True
        self.let_go()
        for stream in self.streams:
            if not stream.closed:
                stream.flush()
        return not self.is_noticed()

    def can_be_short(self):
        """What fails here fails again in the interpreter, which tells of it."""
        try:
            return not self.leaves_work() and self.is_short()
        except Exception:
            return False


names_of_module = types.ModuleType.__dict__["__dict__"].__get__


def names_of(module):
    """Return the names of a module without a look at one of them, which loads a
    lazy module. What stands for a module may be anything."""
    is_module = issubclass(type(module), types.ModuleType)
    return names_of_module(module) if is_module else {}


def empty(module):
    """As the interpreter does. The builtins are left to finalizers."""
    names = names_of(module)
    private = [name for name in names if name[0] == "_" != name[1:2]]
    for name in [*private, *names]:
        if name != "__builtins__":
            names[name] = None


def has_finalizer(kind):
    """Streams, sockets and generators have one, too."""
    module = kind.__module__
    return (
        "__del__" in kind.__dict__
        or kind in (ProxyType, CallableProxyType)
        or (isinstance(module, str) and module.partition(".")[0] in CLOSE)
    )


def calls_back(one):
    """A weak reference may. Those of abstract classes have a function without a
    module."""
    if not issubclass(type(one), ref):
        return False
    callback = one.__callback__
    return callback is not None and callback.__module__ is not None


def main(make_turn):
    """In a process for a request, return what is to end the module of the
    interpreter, python.py."""
    own = sys.modules["__main__"]
    place = int(os.environ["PERSIST_FORK_FD"])
    sys.path[0] = "/nonexistent"  # ours is not the script's
    script = Script(sys.argv[1])
    take_place_of(script)
    fork, inside = find_fork()
    turn = make_turn(script, own)
    turn.end = End()
    os.environ["PERSIST_FORK_SERVE"] = f"{fork.__name__}, environ"
    while fork():
        if script.is_changed():
            os._exit(0)
    for hook in inside:
        hook()
    renew_keys()
    become(read_request(place), script)
    return turn.begin()
