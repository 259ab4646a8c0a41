# SPDX-License-Identifier: Apache-2.0
"""Old CGI code with a page for each case of a test."""

SCRIPT = """
    import codecs, io, json, os, subprocess, sys, tempfile

    class Tee:
        def __init__(self, stream):
            self.write = stream.write

    FORMS = {
        "wrapped": lambda: io.TextIOWrapper(sys.stdout.buffer, "utf-8"),
        "detached": lambda: io.TextIOWrapper(sys.stdout.detach(), "utf-8"),
        "writer": lambda: codecs.getwriter("utf-8")(sys.stdout.detach()),
        "tee": lambda: Tee(sys.stdout),
    }

    def page():
        return os.environ.get("PATH_INFO", "/")[1:]

    def main():
        global kept
        if page() == "facts":
            print("Content-Type: application/json\\n")
            print(json.dumps([
                os.environ.get("QUERY_STRING"), os.environ.get("KEPT"),
                os.fsencode(os.environ.get("HTTP_X_BYTES", "")).hex(),
                sys.argv[0], os.getcwd(), "GATEWAY_INTERFACE" in os.environ]))
            os.environ["LEFT_BEHIND"] = "x"
            os.environ["KEPT"] = "no"
            os.chdir("/")
            sys.argv[0] = "x"
        elif page() == "echo":
            text = sys.stdin.read()
            print("Content-Type: text/plain\\r\\n\\r")
            sys.stdout.write(os.environ.get("CONTENT_LENGTH", "none") + text)
        elif page() == "bytes":
            sys.stdout.write("Content-Type: application/octet-stream\\n\\n")
            sys.stdout.flush()
            sys.stdout.buffer.write(sys.stdin.buffer.read())
        elif page() == "status":
            print("Status: 404 Not Found\\nX-A: 1\\nContent-Type: a/b\\nX-A: 2")
            print("Content-Type: text/plain\\n\\nno such thing")
        elif page() == "forms":
            print("Status: 404-Not Here\\r\\r\\nLast-Modified: a\\r\\r")
            print("Last-Modified: b\\r\\r\\n\\r\\r")
        elif page() == "away":
            print("Location: http://example.org/\\n")
        elif page() == "local":
            print("Location: /other\\n")
        elif page() == "bare":
            print("\\nno headers at all")
        elif page() == "stream":
            print("Content-Type: text/plain\\n")
            sys.stdout.flush()
            print("first")
            sys.stdout.flush()
            print("second")
        elif page() == "exit":
            print("Content-Type: text/plain\\n\\nbefore")
            sys.exit("a complaint")
        elif page() == "exit-late":
            print("Content-Type: text/plain\\n\\nbefore", flush=True)
            sys.exit()
        elif page() == "raise":
            print("Content-Type: text/plain\\n\\nbefore")
            raise LookupError("what a pity")
        elif page() == "raise-late":
            print("Content-Type: text/plain\\n\\nbefore")
            sys.stdout.flush()
            raise LookupError("what a pity")
        elif page() == "malformed":
            print("what is this?\\n\\nbody")
        elif page() == "bad-status":
            print("Status: fine\\n\\nbody")
        elif page() == "children":
            os.write(1, b"from C\\n")
            subprocess.run(["sh", "-c", "echo from a child of $SCRIPT_NAME"])
            print("Content-Type: text/plain\\n\\nclean")
        elif page() == "fork":
            print("Content-Type: text/plain\\n")
            if os.fork() == 0:
                print("from the child")
                sys.exit(0)
            print(os.WEXITSTATUS(os.wait()[1]))
        elif page() == "fork-on":
            print("Content-Type: text/plain\\n")
            if os.fork() == 0:
                print("from the child")
                return
            print(os.WEXITSTATUS(os.wait()[1]))
        elif page() == "close":
            print("Content-Type: text/plain\\n\\nclosed")
            sys.stdout.close()
        elif page() == "keep":
            kept = sys.stdout
            print("Content-Type: text/plain\\n\\nkept")
        elif page() == "use-kept":
            print("Content-Type: text/plain\\n")
            try:
                kept.write("x")
                kept.flush()
            except ValueError as error:
                print(error)
        elif page() in FORMS:
            sys.stdin = io.TextIOWrapper(sys.stdin.buffer, "utf-8")
            sys.stdout = FORMS[page()]()
            print("Content-Type: text/plain\\n\\n\\u00e9" + sys.stdin.read())
        elif page() == "large":
            print("Content-Type: text/plain\\n")
            print("x" * 1000000)
"""
HANDLER = SCRIPT + "    persist_worker.each_cgi(main)\n    print('behind')\n"
ITERATOR = (
    SCRIPT
    + """
    for request in persist_worker.each_cgi():
        main()
    print("behind")
"""
)
