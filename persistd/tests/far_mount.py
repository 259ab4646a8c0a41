# SPDX-License-Identifier: Apache-2.0
"""FUSE file systems that show a directory, and answer only while nobody holds
a lock. What they are asked for stands in its file. This program keeps them: it
reads lines of DIRECTORY, MOUNT_POINT and LOCK, and of a MOUNT_POINT whose time
is over, and answers each with a line, which says what has gone wrong. It is
started while the tests are still root, if they ever are: then it needs no leave
to mount."""

import errno
import fcntl
import os
import pathlib
import select
import subprocess
import sys

PYTHON = "/usr/bin/python3"  # Debian's, which has the module


class Keeper:
    """This program, from outside."""

    def __init__(self):
        self.process = subprocess.Popen(
            [PYTHON, "-B", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def do(self, *words):
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()


class FarMount:
    """Mounted below top, unless `fault` says why not."""

    def __init__(self, keeper, top):
        self.keeper = keeper
        self.shown, self.path = top / "shown", top / "far"
        self.shown.mkdir()
        self.path.mkdir()
        self.lock = (top / "far.lock").open("w")
        self.fault = keeper.do(self.shown, self.path, self.lock.name)

    def script(self, name="app.py", text="first\n"):
        (self.shown / name).write_text(text)
        return self.path / name

    def hang(self):
        fcntl.flock(self.lock, fcntl.LOCK_EX)

    def answer(self):
        fcntl.flock(self.lock, fcntl.LOCK_UN)

    def asked(self, path):
        """How often it has been asked for this, also without an answer yet."""
        asked = pathlib.Path(self.lock.name).read_text()
        return asked.split("\n").count(path)

    def close(self):
        self.answer()
        if not self.fault:
            self.keeper.do(self.path)
        self.lock.close()


def serve(directory, point, lock):
    import fusepy

    def reached(path):
        """Where the file really is, once there is an answer."""
        with open(lock, "a") as gate:
            gate.write(path + "\n")
            gate.flush()
            fcntl.flock(gate, fcntl.LOCK_SH)
        return directory + path

    class Far(fusepy.Operations):
        use_ns = True

        def getattr(self, path, fh=None):
            try:
                found = os.lstat(reached(path))
            except OSError as error:
                raise fusepy.FuseOSError(error.errno) from None
            names = ["mode", "nlink", "uid", "gid", "size"]
            known = {f"st_{x}": getattr(found, f"st_{x}") for x in names}
            times = ["atime", "mtime", "ctime"]
            return known | {
                f"st_{x}": getattr(found, f"st_{x}_ns") for x in times
            }

        def readdir(self, path, fh):
            return [".", "..", *os.listdir(reached(path))]

        def open(self, path, flags):
            return os.open(reached(path), flags)

        def read(self, path, size, offset, fh):
            reached(path)
            return os.pread(fh, size, offset)

        def release(self, path, fh):
            os.close(fh)

        def write(self, path, data, offset, fh):
            raise fusepy.FuseOSError(errno.EROFS)

    settings = dict.fromkeys(["attr_timeout", "entry_timeout"], 0)
    settings["allow_other"] = os.geteuid() == 0
    fusepy.FUSE(Far(), point, foreground=True, **settings)


def mount(mounts, directory, point, lock):
    """What stands against it, or nothing."""
    if not os.path.exists("/dev/fuse"):
        return "there is no /dev/fuse"
    process = subprocess.Popen(
        [PYTHON, "-B", __file__, directory, point, lock],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    pause = select.poll()
    while not os.path.ismount(point):
        if process.poll() is not None:
            return process.stderr.read().replace("\n", " ") or "it ended"
        pause.poll(10)
    mounts[point] = process
    return ""


def unmount(mounts, point):
    process = mounts.pop(point)
    subprocess.run(["fusermount3", "-u", "-z", point], check=False)
    process.kill()  # workers may still be there
    process.wait()
    return ""


def keep():
    mounts = {}
    for line in sys.stdin:
        words = line.split()
        do = mount if len(words) == 3 else unmount
        print(do(mounts, *words), flush=True)
    for point in list(mounts):
        unmount(mounts, point)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        serve(*sys.argv[1:])
    else:
        keep()
