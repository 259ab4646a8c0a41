# SPDX-License-Identifier: Apache-2.0
"""tap.py: facts as TAP, for programs that read the sources."""

count = failed = 0


def report(complaints, name):
    """Print a fact, which holds if there are no complaints."""
    global count, failed
    count += 1
    failed += bool(complaints)
    print(f"{'not ok' if complaints else 'ok'} {count} - {name}")
    for complaint in complaints:
        print(f"# {complaint}")


def end():
    """Print the plan; return the exit status."""
    print(f"1..{count}")
    return bool(failed)
