# SPDX-License-Identifier: Apache-2.0
"""Real web servers in front of the copies of persist-cgi. What the page says of
a server stands in its configuration as it is there: `pieces` are headings of
the page. The rest makes it the server of a user, on a free port."""

import contextlib
import http.client
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
from typing import ClassVar

import pytest
import recipe
from waiting import DEADLINE, wait_for

# Where the packages put what a configuration includes by its name alone.
NGINX = pathlib.Path("/etc/nginx")
THEIR_SOCKET = "unix:/run/fcgiwrap.socket"


RESERVED = {}


def is_free(port):
    """A server takes its port some time later: until then a name in the kernel
    keeps other tests from it, those of t/ too."""
    with contextlib.suppress(OSError), socket.socket() as probe:
        probe.bind(("127.0.0.1", port))
        name = socket.socket(socket.AF_UNIX)
        name.bind(f"\0mod_persist-t-{port}")
        RESERVED[port] = name
        return True
    return False


def free_port():
    """Below the ports that the kernel gives to clients."""
    ports = iter(lambda: random.randrange(10_000, 30_000), None)
    return next(filter(is_free, ports))


def listens(path):
    """Whether a server accepts connections at a socket of the Unix domain."""
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(os.fspath(path)) == 0


class Server:
    """One that is started in the foreground."""

    kind = None  # of its blocks in the page
    more = ""  # of its configuration
    pieces: ClassVar[list[str]] = ["Servers", "URLs without index.cgi"]

    def __init__(self, site):
        self.site = site
        self.port = free_port()
        self.error_log = site.top / "error_log"
        self.process = None

    def start(self):
        with self.error_log.open("a") as log:
            self.process = subprocess.Popen(
                self.command(), stdout=log, stderr=log
            )
        wait_for(self.answers, "the server")
        return self

    def of_page(self):
        """What the page says below the headings."""
        return "".join(recipe.block(x, self.kind) for x in self.pieces)

    def answers(self):
        assert self.process.poll() is None, self.error_log.read_text()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def open(self, path, method="GET", body=None, headers=()):
        client = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=DEADLINE
        )
        client.request(method, path, body, dict(headers))
        return client.getresponse()

    def get(self, path, **how):
        """Status and body."""
        response = self.open(path, **how)
        return response.status, response.read()


class Httpd(Server):
    """httpd with mod_cgid."""

    kind = "apache"
    MODULES: ClassVar[list[str]] = [
        "mpm_event",
        "authz_core",
        "unixd",
        "mime",
        "cgid",
        "rewrite",
    ]

    def command(self):
        modules = pathlib.Path(os.environ["HTTPD_MODULES"])
        if not (modules / "mod_cgid.so").exists():
            pytest.skip("httpd has no mod_cgid")
        load = "".join(
            f"LoadModule {name}_module {modules}/mod_{name}.so\n"
            for name in self.MODULES
            if (modules / f"mod_{name}.so").exists()
        )
        conf = self.site.top / "httpd.conf"
        conf.write_text(
            f"""{load}
Listen 127.0.0.1:{self.port}
ServerName localhost
ServerRoot {self.site.top}
PidFile {self.site.top}/httpd.pid
ScriptSock {self.site.top}/cgid
ErrorLog {self.error_log}
TypesConfig /dev/null
StartServers 2
ThreadLimit 128
ThreadsPerChild 128
MaxRequestWorkers 256
DocumentRoot {self.site.web}
<Directory {self.site.web}>
    AllowOverride All
    Require all granted
</Directory>
{self.more}
"""
        )
        for folder, piece in zip(["", "shop/"], self.pieces, strict=True):
            text = recipe.block(piece, self.kind)
            self.site.write(folder + ".htaccess", text)
        return [os.environ["HTTPD"], "-f", conf, "-DFOREGROUND"]


class Lighttpd(Server):
    """lighttpd with mod_cgi."""

    kind = "lighttpd"

    def command(self):
        program = shutil.which("lighttpd", path="/usr/sbin:/usr/bin")
        if not program:
            pytest.skip("lighttpd is not there")
        conf = self.site.top / "lighttpd.conf"
        conf.write_text(
            f"""
server.document-root = "{self.site.web}"
server.bind = "127.0.0.1"
server.port = {self.port}
server.upload-dirs = ("{self.site.top}")
server.breakagelog = "{self.error_log}"
{self.of_page()}
{self.more}
"""
        )
        return [program, "-D", "-f", conf]


class Nginx(Server):
    """nginx with fcgiwrap."""

    kind = "nginx"

    def __init__(self, site):
        super().__init__(site)
        self.wrap = None

    def command(self):
        program = shutil.which("nginx", path="/usr/sbin:/usr/bin")
        wrap = shutil.which("fcgiwrap", path="/usr/sbin:/usr/bin")
        if not program or not wrap:
            pytest.skip("nginx or fcgiwrap is not there")
        place = self.site.top
        our_socket = f"unix:{place}/fcgiwrap"
        (place / "fcgiwrap").unlink(missing_ok=True)
        shutil.copy(NGINX / "fastcgi_params", place)
        with self.error_log.open("a") as log:
            self.wrap = subprocess.Popen(
                [wrap, "-f", "-c", "4", "-s", our_socket],
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        wait_for(lambda: listens(place / "fcgiwrap"), "fcgiwrap")
        conf = place / "nginx.conf"
        conf.write_text(
            f"""
daemon off;
pid {place}/nginx.pid;
error_log {self.error_log};
events {{ }}
http {{
    access_log off;
    client_body_temp_path {place}/bodies;
    fastcgi_temp_path {place}/answers;
    proxy_temp_path {place}/proxy;
    uwsgi_temp_path {place}/uwsgi;
    scgi_temp_path {place}/scgi;
    server {{
        listen 127.0.0.1:{self.port};
        root {self.site.web};
        {self.of_page().replace(THEIR_SOCKET, our_socket)}
        {self.more}
    }}
}}
"""
        )
        return [program, "-c", conf, "-p", place, "-e", self.error_log]

    def stop(self):
        super().stop()
        if self.wrap:
            os.killpg(self.wrap.pid, signal.SIGTERM)
            self.wrap.wait()
            self.wrap = None
