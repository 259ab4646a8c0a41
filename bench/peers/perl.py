# SPDX-License-Identifier: Apache-2.0
"""mod_perl: interpreters in httpd's own processes."""

from harness.peer import Peer


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


PEERS = [Perl()]
