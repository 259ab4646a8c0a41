# SPDX-License-Identifier: Apache-2.0
"""house.py SOURCE: the rules of the house that no compiler checks, as TAP.

Includes point downwards only (a folder includes its own headers and those of
the folders below it); every source file says its licence; no file is longer
than a reader can keep in mind.
"""

import re
import sys
from pathlib import Path

import tap

# Who may include whose headers, besides his own.
BELOW = {
    "wire": set(),
    "slots": set(),
    "mod_persist": {"wire", "slots"},
    "persistd": {"wire", "slots"},
    "persistctl": {"wire", "slots"},
    "workers": {"wire"},
    "t": set(),
    "bench": set(),
    "tests": set(),
}
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)
SPDX = "SPDX-License-Identifier: Apache-2.0"
CODE = {".c", ".h", ".m4", ".mk", ".pl", ".pm", ".py", ".rb", ".sh"}
CODE |= {".t", ".test"}
LONGEST = 400
# Not sources: what builds, distcheck's among them, leave in the tree.
SKIPPED = {".git", "_build", "_inst", "autom4te.cache", "build", "build-aux"}
SKIPPED |= {"vectors"}
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
    tap.report(unlicensed, "every source says its licence")
    tap.report(long, f"no source is longer than {LONGEST} lines")
    sys.exit(tap.end())


main()
