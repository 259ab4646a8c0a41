# SPDX-License-Identifier: Apache-2.0
"""house.py SOURCE: the rules of the house that no compiler checks, as TAP.

Includes point downwards only (a folder includes its own headers and those of
the folders below it); a header declares what its own source defines, and no
files call each other in a circle; C tests have one kind of name; C is written
in one dialect; sources name the decisions that explain them, and pages files
that exist; what pip installs has a hash; every source file says its licence; no
file is longer than a reader can keep in mind.
"""

import re
import sys
from pathlib import Path

import csource
import decisions
import dialect
import pages
import tap

# Who may include whose headers, besides his own.
BELOW = {
    "common": set(),
    "wire": {"common"},
    "slots": {"common"},
    "mod_persist": {"common", "wire", "slots"},
    "persist_app": {"common"},
    "cgi_host": {"common", "workers"},
    "front_door": {"common", "wire", "slots", "mod_persist"},
    "persistd": {"common", "wire", "slots"},
    # The doctor judges a folder by the functions of persist-cgi itself.
    "persistctl": {"common", "wire", "slots", "front_door"},
    "workers": {"common", "wire"},
    "conform": {"common", "wire"},
    "t": set(),
    "bench": set(),
    "tests": set(),
}
# The folders inside of one, ground first: a file includes its own folder and
# those before it.
STACKS = {
    "persistd": [
        "base",
        "decide",
        "os",
        "state",
        "worker",
        "pool",
        "serve",
        "run",
    ],
    "mod_persist": [
        "config",
        "lifecycle",
        "response",
        "app",
        "exchange",
        "request",
        "status",
    ],
}
# Decisions know plain numbers, and nothing of the system.
PURE = "persistd/decide"
PURE_MAY = {"stddef.h", "stdint.h", "string.h"}
# Folders with one header for each source, and no circle of files.
PAIRED = [
    "slots",
    "workers/core",
    "mod_persist",
    "persist_app",
    "cgi_host",
    "front_door",
    "persistd",
]
# One header for several sources: the same functions, for several systems.
SYSTEMS = re.compile(r"_(linux|poll|posix)$")
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)
SPDX = "SPDX-License-Identifier: Apache-2.0"
CODE = {".c", ".h", ".m4", ".mk", ".pl", ".pm", ".py", ".rb", ".sh"}
CODE |= {".t", ".test"}
LONGEST = 400
# Not sources: what builds, distcheck's among them, leave in the tree. And
# scripts of httpd's tests, which stay as they are there.
SKIPPED = {".git", "_build", "_inst", "autom4te.cache", "build", "build-aux"}
SKIPPED |= {"httpd-tests"}
GENERATED = {"configure", "libtool", "libtool.m4", "aclocal.m4", "_ffi.c"}

source = Path(sys.argv[1] if len(sys.argv) > 1 else ".")


def files():
    for path in sorted(source.rglob("*")):
        name = path.relative_to(source)
        generated = name.parts[0].startswith("mod_persist-")
        if not generated and not SKIPPED & set(name.parts) and path.is_file():
            yield name, path


def is_test(name):
    return bool({"tests", "fuzz", "model"} & set(name.parts))


def check_includes(code):
    owner = {}
    for name, _ in code:
        if name.suffix == ".h":
            owner.setdefault(name.name, set()).add(name.parts[0])
    wrong = []
    for name, text in code:
        if name.suffix not in {".c", ".h"}:
            continue
        folder = name.parts[0]
        allowed = {folder, *BELOW.get(folder, set())}
        if is_test(name):
            allowed.add("tests")
        for header in INCLUDE.findall(text):
            homes = owner.get(Path(header).name, set())
            # A header of the system may bear the name of one of ours.
            ours = homes and f'"{header}"' in text
            if ours and not homes & allowed:
                wrong.append(f"{name} includes {header} of {sorted(homes)}")
    return wrong


def check_stacks(code):
    """Inside of a folder, too, includes point downwards."""
    wrong = []
    for name, text in code:
        stack = STACKS.get(name.parts[0])
        if not stack or name.parts[1] not in stack:
            continue
        above = stack[stack.index(name.parts[1]) + 1 :]
        for header in INCLUDE.findall(text):
            if header.split("/")[0] in above:
                wrong.append(f"{name} includes {header}")
    return wrong


def check_decisions(code):
    wrong = []
    for name, text in code:
        if not str(name).startswith(PURE + "/"):
            continue
        for header in INCLUDE.findall(text):
            if not header.startswith("decide/") and header not in PURE_MAY:
                wrong.append(f"{name} includes {header}")
    return wrong


def units(code, folder):
    """Return {unit: {name: text}} of a folder's files without its tests."""
    found = {}
    for name, text in code:
        if not str(name).startswith(folder + "/") or is_test(name):
            continue
        if name.suffix in {".c", ".h"}:
            unit = SYSTEMS.sub("", name.stem)
            found.setdefault(unit, {})[name.name] = text
    return found


def homes(all_units):
    """Return {function: unit} of what sources define for others."""
    return {
        function: unit
        for unit, sources in all_units.items()
        for name, text in sources.items()
        for function, static, body in csource.functions(text)
        if name.endswith(".c") and body is not None and not static
    }


def check_headers(code):
    """A header declares no function that another source defines."""
    wrong = []
    for folder in PAIRED:
        all_units = units(code, folder)
        home = homes(all_units)
        for unit, sources in all_units.items():
            for name, text in sources.items():
                if not name.endswith(".h"):
                    continue
                for function, _, body in csource.functions(text):
                    owner = home.get(function, unit)
                    if body is None and owner != unit:
                        wrong.append(f"{name} declares {function} of {owner}")
    return wrong


def calls_between(all_units):
    """Return {unit: {other unit: names of its functions that are called}}."""
    home = homes(all_units)
    graph = {}
    for unit, sources in all_units.items():
        edges = graph.setdefault(unit, {})
        for text in sources.values():
            found = [f for f in csource.functions(text) if f[2] is not None]
            own = {name for name, _, _ in found}
            for _, _, body in found:
                for called in csource.calls(body) - own:
                    if home.get(called, unit) != unit:
                        edges.setdefault(home[called], set()).add(called)
    return graph


def reached(graph, unit):
    """Return the units that a unit calls, directly or through others."""
    seen, todo = set(), [unit]
    while todo:
        for other in graph[todo.pop()].keys() - seen:
            seen.add(other)
            todo.append(other)
    return seen


def check_circles(code):
    """No source calls one that calls it, directly or through others."""
    wrong, found = [], 0
    for folder in PAIRED:
        graph = calls_between(units(code, folder))
        found += sum(map(len, graph.values()))
        behind = {unit: reached(graph, unit) for unit in graph}
        for unit, edges in graph.items():
            for other, names in edges.items():
                if unit in behind[other]:
                    listed = ", ".join(sorted(names))
                    wrong.append(f"{unit} calls {listed} of {other}")
    return wrong if found > 50 else ["no calls found"]


def check_test_names(code):
    """A C program in a tests folder is called *_test.c."""
    return [
        str(name)
        for name, text in code
        if name.suffix == ".c"
        and name.parent.name == "tests"
        and '"tap.h"' in text
        and re.search(r"^int main\(", text, re.MULTILINE)
        and not name.stem.endswith("_test")
    ]


def check_dialect(code):
    return [
        complaint
        for name, text in code
        if name.suffix in {".c", ".h"}
        for complaint in dialect.complaints(name, text)
    ]


def check_pins():
    """What pip installs for us has a version and a hash."""
    return [
        f"{name}: {pin}"
        for name, path in files()
        if name.match("requirements*.txt") and "templates" not in name.parts
        for pin in re.split(r"(?<!\\)\n", path.read_text("utf-8"))
        if pin and not pin.startswith("#")
        if not re.match(r"\S+==\S+.*--hash=sha256:\w{64}", pin, re.DOTALL)
    ]


def check_pages():
    names = dict(files())
    texts = [
        (name, path.read_text("utf-8"))
        for name, path in names.items()
        if name.suffix == ".md"
    ]
    return pages.complaints(texts, names)


def main():
    code, unlicensed, long = [], [], []
    for name, path in files():
        if name.name.endswith("~"):
            continue
        script = path.suffix == "" and path.read_bytes()[:2] == b"#!"
        if path.suffix not in CODE and not script:
            continue
        if name.name in GENERATED or name.match("m4/lt*.m4"):
            continue
        text = path.read_text("utf-8", "replace")
        code.append((name, text))
        if SPDX not in text[:300]:
            unlicensed.append(str(name))
        if text.count("\n") > LONGEST:
            long.append(f"{name}: {text.count(chr(10))} lines")
    tap.report(
        [] if len(code) > 50 else ["no sources found"], "sources are there"
    )
    tap.report(check_includes(code), "includes point downwards only")
    tap.report(check_stacks(code), "so they do inside of a folder")
    tap.report(check_decisions(code), "decisions include no effects")
    tap.report(check_headers(code), "a header declares its own source's")
    tap.report(check_circles(code), "no files call each other in a circle")
    tap.report(check_test_names(code), "C tests are called *_test.c")
    tap.report(check_dialect(code), "C is written in one dialect")
    tap.report(
        decisions.complaints(code, source),
        "sources name the decisions that explain them, and none that is gone",
    )
    tap.report(check_pages(), "pages name files that exist")
    tap.report(check_pins(), "pip installs nothing without a hash")
    tap.report(unlicensed, "every source says its licence")
    tap.report(long, f"no source is longer than {LONGEST} lines")
    sys.exit(tap.end())


main()
