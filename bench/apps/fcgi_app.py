#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""flup's FastCGI server in one process, of which mod_fcgid starts several."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "wsgi"))

from flup.server.fcgi_single import WSGIServer
from wsgi_app import application

WSGIServer(application).run()
