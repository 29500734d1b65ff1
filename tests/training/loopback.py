"""A Hub on 127.0.0.1 that serves folders: just what the real clients ask for when they read."""

import hashlib
import threading
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

import msgspec

COMMIT = "c" * 40


def entry(folder: Path, path: Path) -> dict:
    data = path.read_bytes()
    blob = hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
    found = {"type": "file", "path": path.relative_to(folder).as_posix(), "size": len(data), "oid": blob}
    if path.suffix in (".safetensors", ".parquet"):
        sha = hashlib.sha256(data).hexdigest()
        found["lfs"] = {"oid": sha, "size": len(data), "pointerSize": 130}
    return found


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, repos, asked, *args):
        self.repos, self.asked = repos, asked
        super().__init__(*args)

    def log_message(self, *args):
        pass

    def reply(self, status, data=b"", **headers):
        body = data if isinstance(data, bytes) else msgspec.json.encode(data)
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def missing(self, kind):
        self.reply(404, {"error": kind}, X_Error_Code=kind, X_Error_Message=kind, X_Repo_Commit=COMMIT)

    def do_GET(self):
        path = unquote(urlsplit(self.path).path).removeprefix("/")
        self.asked.append(path)
        api = path.startswith("api/")
        path = path.removeprefix("api/").removeprefix("models/")
        name = next((name for name in self.repos if path.startswith(name)), None)
        if name is None:
            return self.missing("RepoNotFound")
        folder, rest = self.repos[name], path[len(name) :].strip("/").split("/")
        if api:
            return self.describe(name, folder, rest)
        file = folder.joinpath(*rest[2:])
        if rest[1] not in ("main", COMMIT):
            return self.missing("RevisionNotFound")
        if not file.is_file():
            return self.missing("EntryNotFound")
        found = entry(folder, file)
        tag = found.get("lfs", found)["oid"]
        self.reply(200, file.read_bytes(), ETag=f'"{tag}"', X_Repo_Commit=COMMIT, X_Linked_Etag=f'"{tag}"')

    do_HEAD = do_GET

    def describe(self, name, folder, rest):
        if len(rest) > 1 and rest[1] not in ("main", COMMIT):
            return self.missing("RevisionNotFound")
        files = [entry(folder, path) for path in sorted(folder.rglob("*")) if path.is_file()]
        if rest[0] == "tree":
            below = "/".join(rest[2:])
            inside = [f for f in files if f["path"].startswith(f"{below}/" if below else "")]
            return self.reply(200, inside) if inside else self.missing("EntryNotFound")
        siblings = [{"rfilename": f["path"]} for f in files]
        common = {"id": name.removeprefix("datasets/"), "sha": COMMIT, "private": False, "gated": False}
        self.reply(
            200, {**common, "disabled": False, "tags": [], "siblings": siblings, "downloads": 0, "likes": 0}
        )


@contextmanager
def hub(repos: dict[str, Path]):
    """Serve folders by repository name (`datasets/` before a dataset's); gives the URL and what was asked."""
    asked: list[str] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, repos, asked))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", asked
    finally:
        server.shutdown()
        server.server_close()
