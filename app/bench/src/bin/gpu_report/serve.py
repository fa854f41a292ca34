"""Serves the measuring page and stores the files that it posts. Usage: serve.py SITE RESULTS; prints its port."""
import functools
import http.server
import pathlib
import re
import sys

site, results = sys.argv[1:3]


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm", ".js": "text/javascript"}

    def do_POST(self):
        name = self.path.lstrip("/")
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if re.fullmatch(r"[a-z0-9.-]+", name):
            pathlib.Path(results, name).write_bytes(body)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=site))
print(server.server_port, flush=True)
server.serve_forever()
