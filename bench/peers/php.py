# SPDX-License-Identifier: Apache-2.0
"""mod_proxy_fcgi and php-fpm."""

import shutil
from pathlib import Path

from harness.peer import WORKERS, Peer

POOL = """\
[global]
error_log = {sockets}/php-fpm.log
daemonize = no
[bench]
listen = {sockets}/php
listen.backlog = 1024
pm = static
pm.max_children = {workers}
pm.max_requests = 0
catch_workers_output = no
security.limit_extensions = .php
php_admin_value[post_max_size] = 0
"""


class Php(Peer):
    name = "php-fpm"
    title = "mod_proxy_fcgi + php-fpm"
    language = "PHP"
    settings = (
        f"pm static, {WORKERS} children, opcache; no connection reuse, which "
        "would hold the children"
    )
    modules = ("proxy", "proxy_fcgi")
    packages = ("php8.2-fpm",)
    worker = "php-fpm: pool bench"

    def program(self):
        found = sorted(Path("/usr/sbin").glob("php-fpm*"))
        return shutil.which("php-fpm") or (str(found[-1]) if found else "")

    def missing(self, site):
        return super().missing(site) or (
            "" if self.program() else "php-fpm is not installed"
        )

    def conf(self, site):
        return (
            f"Alias /{self.name} {site.apps}/app.php\n"
            f"<Location /{self.name}>\n"
            f'    SetHandler "proxy:unix:{site.sockets}/php|fcgi://php"\n'
            "</Location>\n"
        )

    def start(self, site):
        conf = site.dir / "php-fpm.conf"
        conf.write_text(POOL.format(sockets=site.sockets, workers=WORKERS))
        site.spawn(self.name, self.program(), "-F", "-y", str(conf))


PEERS = [Php()]
