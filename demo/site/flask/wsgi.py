# SPDX-License-Identifier: Apache-2.0
"""A page in Flask. `flask run` serves it as well: nothing here knows httpd."""

from flask import Flask, render_template_string, request

app = Flask(__name__)

PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Flask</title>
<link rel="stylesheet" href="{{ url_for('static', filename='flask.css') }}">
<h1>Hello {{ name }}</h1>
<form action="{{ url_for('greet') }}">
<p><label>Name <input name="name" maxlength="100"></label>
<button>Greet</button>
</form>
<p>A page with a name of its own:
<a href="{{ url_for('greet', name='Ada') }}">Ada's</a>
"""


@app.route("/")
@app.route("/greet/<name>")
def greet(name=None):
    name = name or request.args.get("name") or "from Flask"
    return render_template_string(PAGE, name=name)
