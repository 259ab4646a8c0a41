# SPDX-License-Identifier: Apache-2.0
"""Flask's hello."""

import flask

application = flask.Flask(__name__)


@application.get("/flask")
def hello():
    return "hello\n"
