# SPDX-License-Identifier: GPL-3.0-or-later
"""A collection for test_get: makes its archives in the current folder and serves them on 127.0.0.1; prints the port.
Ranges are answered, as the real one does; below /cut/ the first answer for a file stops half way, below /hang/ every
one does, without an end."""
import http.server
import io
import os
import re
import tarfile
import time

MATRIX = b"%%MatrixMarket matrix coordinate real general\n" + b"% from the server\n" * 9000 + b"3 3 2\n1 2 3\n3 1 4\n"


def archive(path, members):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with tarfile.open(path, "w:gz") as tar:
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))


class Handler(http.server.BaseHTTPRequestHandler):
    cut = set()

    def do_GET(self):
        path = self.path.lstrip("/")
        cut = path.startswith("cut/")
        hang = path.startswith("hang/")
        path = path[4:] if cut else path[5:] if hang else path
        try:
            with open(path, "rb") as f:
                data = f.read()
        except OSError:
            self.send_error(404)
            return
        wanted = re.match(r"bytes=(\d+)-", self.headers.get("Range", ""))
        start = int(wanted.group(1)) if wanted else 0
        if start >= len(data):
            self.send_error(416)
            return
        self.send_response(206 if wanted else 200)
        if wanted:
            self.send_header("Content-Range", "bytes %d-%d/%d" % (start, len(data) - 1, len(data)))
        self.send_header("Content-Length", str(len(data) - start))
        self.end_headers()
        half = hang or (cut and path not in self.cut)
        if cut:
            self.cut.add(path)
        self.wfile.write(data[start:start + (len(data) - start) // 2] if half else data[start:])
        if hang:
            self.wfile.flush()
            time.sleep(60)

    def log_message(self, form, *args):
        with open("requests", "a") as f:
            f.write("%s %s\n" % (self.path, self.headers.get("Range", "-")))


archive("HB/mcfe.tar.gz", [("mcfe/mcfe.mtx", MATRIX), ("mcfe/mcfe_b.mtx", b"not this")])
archive("Any/other.tar.gz", [("other/other.mtx", MATRIX)])
archive("Any/climber.tar.gz", [("../escaped", b"x"), ("../../escaped", b"x"), ("climber/../../escaped", b"x"), ("climber/climber.mtx", MATRIX)])
archive("Any/page.tar.gz", [("page/page.mtx", b"<html>no matrix</html>")])
archive("Any/empty.tar.gz", [("readme", b"nothing")])
with open("HB/mcfe.tar.gz", "rb") as whole, open("Any/broken.tar.gz", "wb") as part:
    part.write(whole.read()[:200])
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
with open("port.new", "w") as f:
    f.write(str(server.server_port))
os.rename("port.new", "port")
server.serve_forever()
