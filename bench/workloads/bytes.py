# SPDX-License-Identifier: Apache-2.0
"""Large responses, with a Content-Length: from memory, and from a file."""

from harness.site import FILE_SIZE
from harness.workload import Load

MIB = 1024 * 1024


class Mebibyte(Load):
    name = "1mib"
    title = "1 MiB response"
    work = "bytes"
    connections = (1, 8)
    plotted = True
    size = MIB

    def path(self, peer):
        return f"{peer.url(self.work)}/{self.size}"

    def judges(self, peer):
        places = ("outside", "ours", "bare")
        return peer.place in places and not peer.children_unseen

    def right(self, body):
        return body == b"x" * self.size


class Large(Mebibyte):
    name = "64mib"
    title = "64 MiB response"
    connections = (1,)
    least = 2  # so that a few requests end
    warms = False
    size = 64 * MIB

    def judges(self, peer):
        return False


class File(Mebibyte):
    name = "file"
    title = "A file of 20 MB"
    about = (
        "By `send_file` of mod_persist's SDK, and by `wsgi.file_wrapper` of "
        "WSGI servers."
    )
    work = "file"
    plotted = False
    least = 2
    size = FILE_SIZE

    def path(self, peer):
        return peer.url(self.work)


WORKLOADS = [Mebibyte(), Large(), File()]
