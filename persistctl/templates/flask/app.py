# SPDX-License-Identifier: Apache-2.0
"""@NAME@: a Flask application."""

from flask import Flask, url_for

app = Flask(__name__)


@app.get("/")
def index():
    """Greet the visitor."""
    return f'<p>Hello from Flask. <a href="{url_for("about")}">About</a></p>\n'


@app.get("/about")
def about():
    """Say what this is."""
    return "<p>This is @NAME@.</p>\n"
