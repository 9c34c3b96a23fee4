"""A website for tests: serves the pages of a directory, and prints what it is asked for.

usage: server.py DIRECTORY [CERTIFICATE-WITH-KEY]

It prints its port, and then a line for each request: method, path, and the body of a POST. A GET of /hold waits until a line comes on
standard input, which is then its answer. /private/ takes the name and password “wendy:darling”. /file is sent as a file.
"""
import base64
import http.server
import os
import ssl
import sys

directory = sys.argv[1]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        path = self.path.split("?")[0]
        print("GET", self.path, self.headers.get("User-Agent", "") if path == "/agent" else "", flush=True)
        if path == "/hold":
            return self.answer(200, sys.stdin.readline().strip().encode(), Content_Type="text/plain")
        if path.startswith("/private/"):
            given = self.headers.get("Authorization", "")
            if given != "Basic " + base64.b64encode(b"wendy:darling").decode():
                return self.answer(401, b"no", WWW_Authenticate='Basic realm="Neverland"')
            return self.answer(200, b"<title>Welcome</title>Welcome", Content_Type="text/html")
        if path == "/file":
            name = 'attachment; filename="../../.second star.bin"'
            return self.answer(200, b"second star", Content_Type="application/x-star", Content_Disposition=name)
        try:
            with open(os.path.join(directory, os.path.basename(path) or "index.html"), "rb") as file:
                body = file.read()
        except OSError:
            return self.answer(404, b"not here")
        extra = {"Content_Security_Policy": "sandbox allow-scripts"} if path == "/sandbox.html" else {}
        self.answer(200, body, Content_Type="text/html; charset=utf-8", Set_Cookie="crumb=biscuit; Max-Age=9999", **extra)

    def do_POST(self):
        body = self.rfile.read(min(int(self.headers.get("Content-Length", "0")), 1 << 20))
        print("POST", self.path, body.decode(), flush=True)
        self.answer(200, b"ok", Content_Type="text/plain")


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
