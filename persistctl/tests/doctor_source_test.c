/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_source_test.c: applications and servers in sources in Python. */

#include "doctor/doctor_source.h"
#include "tap.h"

static const char *object_of(const char *text)
{
    static doctor_source_t source;
    doctor_source_read(&source, text);
    return source.object;
}

static void test_objects(void)
{
    is_str(object_of("import flask\napp = flask.Flask(__name__)\n"), "app",
           "an application of Flask");
    is_str(object_of("api=FastAPI(title='x')"), "api", "of FastAPI");
    is_str(object_of("site: Flask = Flask(__name__)\n"), "site",
           "with its type");
    is_str(object_of("app = create_app()\r\n"), "app", "by a factory");
    is_str(object_of("def create_app(config=None):\n    app = Flask(x)\n"),
           "create_app()", "a factory alone");
    is_str(object_of("def create_app(config):\n    return Flask(x)\n"), "",
           "not one that needs an argument");
    is_str(object_of("def f():\n    app = Flask(x)\n"), "",
           "nor a variable of a function");
    is_str(object_of("# app = Flask(x)\nb = Flaskette(x)\nc == Flask(x)\n"), "",
           "nor what only looks like one");
    is_str(object_of(""), "", "nor anything of an empty file");
}

static doctor_own_server_t server_of(const char *text)
{
    doctor_source_t source;
    doctor_source_read(&source, text);
    return source.server;
}

static void test_servers(void)
{
    doctor_source_t source;
    doctor_source_read(&source, "app = Flask(x)\napp.run(port=80)\n");
    is_int(source.server, DOCTOR_SERVER_ALWAYS, "a call when it is imported");
    is_str(source.call, "app.run()", "which is named");
    is_int(server_of("if __name__ == '__main__':\n    uvicorn.run(app)\n"),
           DOCTOR_SERVER_MAIN, "one of the program");
    is_int(server_of("if __name__ == '__main__': app.run()"),
           DOCTOR_SERVER_MAIN, "in one line");
    is_int(server_of("HTTPServer(a, B).serve_forever()"), DOCTOR_SERVER_ALWAYS,
           "a server without a framework");
    is_int(server_of("x = 1 # app.run()\nmyapp.run()\napp.running()\n"),
           DOCTOR_SERVER_NONE, "a comment and other names are none");
}

int main(void)
{
    test_objects();
    test_servers();
    return done_testing();
}
