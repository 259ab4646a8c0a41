# SPDX-License-Identifier: Apache-2.0
"""python_turn.py: the run of a script in a process that python_server.py has
made, and how it ends: as in an interpreter that was started for it."""

import atexit
import builtins
import gc
import os
import sys
import types
from _signal import SIGINT
from _weakref import ref
from importlib.machinery import SourceFileLoader


def make_main(script):
    """Make the module that the script runs in: one of its own, not frozen.
    Return its names."""
    module = types.ModuleType("__main__")
    module.__file__ = script.path
    module.__builtins__ = builtins
    module.__loader__ = SourceFileLoader("__main__", script.path)
    module.__cached__ = None
    sys.modules["__main__"] = module
    return module.__dict__


def status_of(error):
    """Return the exit status of a SystemExit, as the interpreter has it."""
    code = error.code
    if code is None or isinstance(code, int):
        return (code or 0) & 0xFF
    print(code, file=sys.stderr)
    return 1


def tell(error):
    """What the interpreter does with an exception that ends it. What the frames
    hold lives on, as there."""
    sys.last_type = type(error)
    sys.last_value = error
    if sys.version_info >= (3, 12):
        sys.last_exc = error
    sys.last_traceback = error.__traceback__
    sys.excepthook(type(error), error, error.__traceback__)


def status_after(error):
    """Return the exit status behind an exception, or None, with which the
    script has ended; that of one which was interrupted is negative."""
    if error is None:
        return 0
    if isinstance(error, SystemExit):
        return status_of(error)
    tell(error)
    return -1 if isinstance(error, KeyboardInterrupt) else 1


def end_threads():
    """What the interpreter does at its end, where there is anything to do."""
    threading = sys.modules.get("threading")
    if threading and (
        len(threading._active) > 1 or threading._threading_atexits
    ):
        threading._shutdown()


class Alone:
    """The script is the finalizer of this class. Its only object is freed by
    the interpreter, from C, so that no frame of ours is below the script:
    inspect, warnings and sys._getframe() see them."""

    __slots__ = ("__weakref__",)

    def nothing(self):
        pass

    __del__ = nothing


class Interrupted:
    """Ends the process by SIGINT when the interpreter has taken all else
    apart."""

    def __del__(self, kill=os.kill, process=os.getpid):
        kill(process(), SIGINT)


class Turn:
    """The run of the script in a process for one request. It is made before the
    server forks: what is frozen need not be looked at in the end."""

    end = None  # the rules of python_server.py, made when all else was

    def __init__(self, script, own):
        self.own = own  # the server's module lives on
        self.script = script
        self.error = None
        self.leaving = SystemExit()
        self.stderr = sys.stderr
        self.alone = Alone()
        self.then = ref(self.alone, self.finish)
        sys.unraisablehook = self.take

    def begin(self):
        """Return what our own module is to raise. When a module has ended, the
        interpreter flushes sys.stderr, and this object stands for it then."""
        names = make_main(self.script)
        script = types.FunctionType(self.script.code, names)
        Alone.__del__ = staticmethod(script)
        sys.stderr = self
        return self.leaving

    def flush(self):
        """Called by the interpreter, which frees what it gets."""
        sys.stderr = self.stderr
        self.end.begin()
        alone, self.alone = self.alone, None
        return alone

    def take(self, args):
        """Take the exception with which the script has ended: a finalizer has
        nobody to raise it to."""
        trace = args.exc_traceback
        if trace and trace.tb_frame.f_code is self.script.code:
            self.error = args.exc_value
        else:
            sys.__unraisablehook__(args)

    def finish(self, _):
        """Behind the script, do what the interpreter does at its end, or leave
        it that."""
        Alone.__del__ = Alone.nothing
        if sys.unraisablehook == self.take:
            sys.unraisablehook = sys.__unraisablehook__
        error, self.error = self.error, None
        status = status_after(error)
        end_threads()
        atexit._run_exitfuncs()
        if status >= 0 and self.end.can_be_short():
            os._exit(status)
        gc.unfreeze()  # what we loaded may hold what the program has made
        self.leaving.code = status
        if status < 0:
            sys.interrupted = Interrupted()
