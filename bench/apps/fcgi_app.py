#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""flup's FastCGI server, one process for each that mod_fcgid starts."""

from flup.server.fcgi_single import WSGIServer
from wsgi_app import application

WSGIServer(application).run()
