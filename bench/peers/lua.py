# SPDX-License-Identifier: Apache-2.0
"""mod_lua: an interpreter for each of httpd's threads."""

from harness.peer import Peer


class Lua(Peer):
    name = "lua"
    title = "mod_lua"
    language = "Lua"
    place = "inside"
    settings = "LuaScope thread, LuaCodeCache forever"
    works = frozenset({"hello", "bytes"})
    modules = ("lua",)

    def conf(self, site):
        return (
            "LuaScope thread\n"
            "LuaCodeCache forever\n"
            f"Alias /{self.name} {site.apps}/app.lua\n"
            f"<Location /{self.name}>\n    SetHandler lua-script\n</Location>\n"
        )


PEERS = [Lua()]
