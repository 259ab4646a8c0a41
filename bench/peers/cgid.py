# SPDX-License-Identifier: Apache-2.0
"""mod_cgid: a process for each request, as in CGI."""

import shutil

from harness.peer import ALL, ScriptPeer


class Cgid(ScriptPeer):
    settings = "a process for each request (CPU: of the whole machine)"
    children_unseen = True
    modules = ("cgid",)
    handler = "cgi-script"

    def conf(self, site):
        return f"ScriptSock {site.run}/cgid\n" + super().conf(site)


class CgidC(Cgid):
    name = "cgid-c"
    title = "mod_cgid, C"
    language = "C"
    works = ALL - {"page"}
    app = "fcgi_app"

    def conf(self, site):
        shutil.copy(site.built("apps/fcgi_app"), site.apps / self.app)
        return super().conf(site)


class CgidPython(Cgid):
    name = "cgid-python"
    title = "mod_cgid, Python"
    language = "Python"
    app = "cgi_app.py"


class CgidRuby(Cgid):
    name = "cgid-ruby"
    title = "mod_cgid, Ruby (mod_persist's script)"
    language = "Ruby"
    app = "persist_app.rb"

    def environment(self, site):
        return [f"SetEnv RUBYLIB {site.installed('rubydir')}"]


PEERS = [CgidC(), CgidPython(), CgidRuby()]
