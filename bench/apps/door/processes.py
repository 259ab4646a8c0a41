#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""processes.py COUNT PROGRAM: starts a CGI program so many times, one after the
other, for a GET without a body. Prints the seconds and the CPU seconds of each
process, from its start on, as JSON.
"""

import json
import os
import sys
import time

REQUEST = {
    "GATEWAY_INTERFACE": "CGI/1.1",
    "HTTP_ACCEPT": "*/*",
    "HTTP_HOST": "127.0.0.1",
    "QUERY_STRING": "",
    "REMOTE_ADDR": "127.0.0.1",
    "REQUEST_METHOD": "GET",
    "REQUEST_URI": "/app.cgi",
    "SCRIPT_NAME": "/app.cgi",
    "SERVER_NAME": "127.0.0.1",
    "SERVER_PORT": "80",
    "SERVER_PROTOCOL": "HTTP/1.1",
}


def run(program, files):
    """Return the seconds and the CPU seconds of one process."""
    began = time.monotonic()
    pid = os.posix_spawn(program, [program], REQUEST, file_actions=files)
    _, status, used = os.wait4(pid, 0)
    took = time.monotonic() - began
    if status:
        sys.exit(f"{program} ended with {os.waitstatus_to_exitcode(status)}")
    return took, used.ru_utime + used.ru_stime


def main():
    count, program = int(sys.argv[1]), sys.argv[2]
    nothing = (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0)
    nowhere = (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)
    each = [run(program, [nothing, nowhere]) for _ in range(count)]
    seconds, cpu = zip(*each)
    print(json.dumps({"seconds": seconds, "cpu": cpu}))


if __name__ == "__main__":
    main()
