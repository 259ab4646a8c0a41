# SPDX-License-Identifier: Apache-2.0
"""Scripts in Perl, by mod_persist; mod_perl, with interpreters in httpd's own
processes; and Starman, which serves applications of PSGI.
"""

from harness.peer import WORKERS, Peer, ProxiedPeer

from .persist import Persist


class PersistPerl(Persist):
    name = "persist-perl"
    title = "mod_persist, Perl"
    language = "Perl"
    app = "persist_app.pl"
    works = frozenset({"hello"})
    worker = "/apps/persist_app.pl"

    def environment(self, site):
        return [f"PersistEnv PERL5LIB {site.installed('prefix')}/lib/site_perl"]


class Perl(Peer):
    name = "perl"
    title = "mod_perl"
    language = "Perl"
    place = "inside"
    settings = "PerlResponseHandler, 1 interpreter in each of 4 children"
    modules = ("perl",)
    packages = ("libapache2-mod-perl2",)

    def conf(self, site):
        return (
            "PerlInterpStart 1\n"
            "PerlInterpMax 1\n"
            "PerlInterpMinSpare 1\n"
            "PerlInterpMaxSpare 1\n"
            f"PerlSwitches -I{site.apps}\n"
            "PerlModule BenchPerl\n"
            f"Alias /{self.name} {site.apps}/BenchPerl.pm\n"
            f"<Location /{self.name}>\n"
            "    SetHandler modperl\n"
            "    PerlResponseHandler BenchPerl\n"
            "</Location>\n"
        )


class Starman(ProxiedPeer):
    """A worker that keeps a connection would serve no other meanwhile."""

    name = "starman"
    title = "mod_proxy_http + Starman"
    language = "Perl"
    settings = f"{WORKERS} workers, backlog 1024; closes each connection"
    works = frozenset({"hello"})
    app = "psgi/app.psgi"
    worker = "starman worker"
    programs = ("starman",)
    packages = ("starman",)

    def start(self, site):
        site.spawn(
            self.name,
            "starman",
            f"--workers={WORKERS}",
            "--backlog=1024",
            "--disable-keepalive",
            "--max-requests=1000000000",
            "--env=deployment",
            "--preload-app",
            f"--listen={site.sockets}/{self.name}",
            f"{site.apps}/{self.app}",
        )


PEERS = [PersistPerl(), Perl(), Starman()]
