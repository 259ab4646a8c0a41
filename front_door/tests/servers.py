# SPDX-License-Identifier: Apache-2.0
"""Real web servers in front of the copies of persist-cgi."""

import http.client
import os
import pathlib
import shutil
import signal
import socket
import subprocess
from typing import ClassVar

import pytest
from waiting import DEADLINE, wait_for


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """One that is started in the foreground."""

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

    MODULES: ClassVar[list[str]] = [
        "mpm_event",
        "authz_core",
        "unixd",
        "mime",
        "cgid",
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
    Options +ExecCGI
    AddHandler cgi-script .cgi
    Require all granted
</Directory>
<FilesMatch "^\\.|\\.py$|\\.rb$">
    Require all denied
</FilesMatch>
"""
        )
        return [os.environ["HTTPD"], "-f", conf, "-DFOREGROUND"]


class Lighttpd(Server):
    """lighttpd with mod_cgi."""

    def command(self):
        program = shutil.which("lighttpd", path="/usr/sbin:/usr/bin")
        if not program:
            pytest.skip("lighttpd is not there")
        conf = self.site.top / "lighttpd.conf"
        conf.write_text(
            f"""
server.modules = ("mod_access", "mod_cgi")
server.document-root = "{self.site.web}"
server.bind = "127.0.0.1"
server.port = {self.port}
server.stream-response-body = 1
server.upload-dirs = ("{self.site.top}")
url.access-deny = (".persist", ".py", ".rb")
cgi.assign = (".cgi" => "")
server.breakagelog = "{self.error_log}"
"""
        )
        return [program, "-D", "-f", conf]


class Nginx(Server):
    """nginx with fcgiwrap."""

    def __init__(self, site):
        super().__init__(site)
        self.wrap = None

    def command(self):
        program = shutil.which("nginx", path="/usr/sbin:/usr/bin")
        wrap = shutil.which("fcgiwrap", path="/usr/sbin:/usr/bin")
        if not program or not wrap:
            pytest.skip("nginx or fcgiwrap is not there")
        place = self.site.top
        (place / "fcgiwrap").unlink(missing_ok=True)
        with self.error_log.open("a") as log:
            self.wrap = subprocess.Popen(
                [wrap, "-f", "-c", "4", "-s", f"unix:{place}/fcgiwrap"],
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
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
        location ~ ^(.+\\.cgi)(/.*)?$ {{
            fastcgi_pass unix:{place}/fcgiwrap;
            fastcgi_buffering off;
            fastcgi_split_path_info ^(.+\\.cgi)(/.*)?$;
            include /etc/nginx/fastcgi_params;
            fastcgi_param NO_BUFFERING 1;
            fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
            fastcgi_param PATH_INFO $fastcgi_path_info;
        }}
        location / {{ return 404; }}
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
