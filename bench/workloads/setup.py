# SPDX-License-Identifier: Apache-2.0
"""acgi's second table: a script whose set-up takes one second."""

from harness.workload import Load


class Setup(Load):
    name = "setup"
    title = "Environment dump of a script with a one-second set-up"
    about = "As for acgi: 4 clients, Ruby, the same script under CGI."
    connections = (4,)
    least = 6  # so that CGI answers twenty requests
    warms = False
    work = "environment"
    script = "setup_app.rb"

    def takes(self, peer):
        return peer.name in ("persist-ruby", "cgid-ruby")

    def path(self, peer):
        return f"/{peer.name}-copies/{self.script}/{self.work}"

    def ask(self, bench, peer):
        peer.copy(bench.site, self.script, self.script)
        return super().ask(bench, peer)

    def right(self, body):
        return b"REQUEST_METHOD=GET\n" in body


WORKLOADS = [Setup()]
