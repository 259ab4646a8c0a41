# SPDX-License-Identifier: Apache-2.0
"""Files in Lua with a handler: by mod_persist, and by mod_lua with a state for
each request (its default), for each of httpd's threads, and of a common pool.
"""

import shutil

from harness.peer import Peer, location

from .persist import Persist


class PersistLua(Persist):
    name = "persist-lua"
    title = "mod_persist, Lua"
    language = "Lua"
    app = "persist_app.lua"
    works = frozenset({"hello", "digest"})
    worker = "run.lua --folder"
    programs = ("lua5.4",)
    packages = ("lua5.4", "lua-luaossl", "lua-socket")
    digest = "persist_digest.lua"

    def serve(self, site):
        return (
            f"Alias /{self.name}/digest {site.apps}/{self.digest}\n"
            + super().serve(site)
        )


class PersistLuaJIT(PersistLua):
    name = "persist-luajit"
    title = "mod_persist, LuaJIT"
    app = "luajit_app.lua"
    digest = "luajit_digest.lua"
    programs = ("luajit",)
    packages = ("luajit", "lua-luaossl", "lua-socket")

    def serve(self, site):
        # Copies, because each file has one interpreter.
        shutil.copy(site.apps / PersistLua.app, site.apps / self.app)
        shutil.copy(site.apps / PersistLua.digest, site.apps / self.digest)
        return super().serve(site)

    def environment(self, site):
        return ["PersistInterpreter .lua /usr/bin/luajit"]


class Lua(Peer):
    name = "lua"
    title = "mod_lua (LuaScope thread)"
    language = "Lua"
    place = "inside"
    settings = "LuaScope thread, LuaCodeCache forever"
    works = frozenset({"hello", "bytes", "digest"})
    modules = ("lua",)
    packages = ("lua-luaossl", "lua-socket")
    lines: tuple[str, ...] = ("LuaScope thread", "LuaCodeCache forever")

    def conf(self, site):
        return (
            f"Alias /{self.name}/digest {site.apps}/digest_app.lua\n"
            f"Alias /{self.name}/bytes {site.apps}/bytes_app.lua\n"
            f"Alias /{self.name} {site.apps}/hello_app.lua\n"
            + location(self.name, "lua-script", *self.lines)
        )


class LuaServer(Lua):
    name = "lua-server"
    title = "mod_lua (LuaScope server)"
    settings = "LuaScope server 4, LuaCodeCache forever"
    lines = ("LuaScope server 4", "LuaCodeCache forever")
    works = frozenset({"hello", "digest"})


class LuaOnce(Lua):
    name = "lua-once"
    title = "mod_lua"
    settings = "LuaScope once and LuaCodeCache stat, the defaults"
    lines = ()
    works = frozenset({"hello", "digest"})


PEERS = [PersistLua(), PersistLuaJIT(), Lua(), LuaServer(), LuaOnce()]
