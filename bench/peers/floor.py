# SPDX-License-Identifier: Apache-2.0
"""The least work that httpd itself can do: handlers in C, and a static file."""

from harness.peer import Peer, location


class Floor(Peer):
    name = "floor"
    title = "handler in C"
    language = "C"
    place = "floor"
    settings = "the answer is left to the end of the request"
    works = frozenset({"hello"})
    modules = ("bench_floor",)
    handler = "bench-floor"

    def conf(self, site):
        # Make the file, because httpd would search along the path of a missing
        # one.
        (site.dir / "htdocs" / self.name).touch()
        return location(self.name, self.handler)


class FloorFlush(Floor):
    name = "floor-flush"
    title = "handler in C, [data, EOS, FLUSH]"
    settings = "the answer is passed with EOS and FLUSH"
    handler = "bench-floor-flush"


class Static(Peer):
    name = "static"
    title = "static file"
    language = "–"
    place = "inside"
    settings = "httpd's defaults"
    works = frozenset({"hello", "bytes"})

    def url(self, work):
        return f"/static/{work}"

    def conf(self, site):
        for name, text in (
            ("hello", b"hello\n"),
            ("bytes/1048576", b"x" * 1048576),
            ("bytes/67108864", b"x" * 67108864),
        ):
            path = site.dir / "static" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
        return f"Alias /static {site.dir}/static\n"


PEERS = [Floor(), FloorFlush(), Static()]
