# SPDX-License-Identifier: Apache-2.0
"""Passenger inside httpd, with Ruby applications."""

from pathlib import Path

from harness.peer import WORKERS, Peer

ROOT = "/usr/lib/ruby/vendor_ruby/phusion_passenger/locations.ini"

# Passenger is off elsewhere, because it would inspect every request.
SERVER = """\
PassengerRoot {root}
PassengerRuby /usr/bin/ruby
PassengerEnabled off
PassengerInstanceRegistryDir {registry}
PassengerUserSwitching off
PassengerDefaultUser {user}
PassengerMaxPoolSize {workers}
PassengerMinInstances {workers}
PassengerPoolIdleTime 0
PassengerMaxRequestQueueSize 1024
PassengerStatThrottleRate 10
PassengerDisableSecurityUpdateCheck on
PassengerDisableAnonymousTelemetry on
Alias /passenger {apps}/rack/public
<Location /passenger>
    PassengerBaseURI /passenger
    PassengerAppRoot {apps}/rack
    PassengerAppEnv production
</Location>
<Directory {apps}/rack/public>
    PassengerEnabled on
</Directory>
"""


class Passenger(Peer):
    name = "passenger"
    title = "Passenger"
    language = "Ruby"
    settings = f"{WORKERS} processes, smart spawning, queue of 1024"
    modules = ("passenger",)
    packages = ("libapache2-mod-passenger",)
    worker = "Passenger RubyApp"

    def missing(self, site):
        here = Path(ROOT).exists()
        return super().missing(site) or ("" if here else f"no {ROOT}")

    def conf(self, site):
        return SERVER.format(
            root=ROOT,
            registry=site.sockets,
            user=site.user,
            workers=WORKERS,
            apps=site.apps,
        )


PEERS = [Passenger()]
