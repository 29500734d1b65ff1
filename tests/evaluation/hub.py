"""A Hub on the loopback interface that serves dataset files at pinned revisions; as much as reading needs."""

import hashlib
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

DATE = "2026-01-01T00:00:00.000Z"


class Hub:
    """Repositories are folders `root/owner/name`; each has the one revision given by `add`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.revisions: dict[str, str] = {}
        hub = self

        class Bound(Handler):
            pass

        Bound.hub = hub
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Bound)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def add(self, repo: str, revision: str) -> Path:
        self.revisions[repo] = revision
        folder = self.root / repo
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def files(self, repo: str) -> dict[str, Path]:
        folder = self.root / repo
        return {str(p.relative_to(folder)): p for p in sorted(folder.rglob("*")) if p.is_file()}


def oid(path: Path) -> str:
    return hashlib.sha1(path.read_bytes()).hexdigest()


class Handler(BaseHTTPRequestHandler):
    hub: Hub
    protocol_version = "HTTP/1.1"

    def log_message(self, *args: object) -> None:
        pass

    def reply(self, code: int, data: object, **headers: str) -> None:
        body = data if isinstance(data, bytes) else json.dumps(data).encode()
        self.send_response(code)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def missing(self, kind: str) -> None:
        self.reply(404, {"error": kind}, X_Error_Code=kind, X_Repo_Commit="0" * 40)

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        if match := re.fullmatch(r"/datasets/([^/]+/[^/]+)/resolve/([^/]+)/(.+)", path):
            return self.file(*match.groups())
        match = re.fullmatch(
            r"/api/datasets/([^/]+/[^/]+)(?:/(revision|tree|paths-info)/([^/]+)(?:/(.*))?)?", path
        )
        if not match:
            return self.missing("EntryNotFound")
        repo, what, revision, below = match.groups()
        if not self.known(repo, revision):
            return None
        files = self.hub.files(repo)
        if what == "tree":
            return self.tree(files, below or "")
        if what == "paths-info":
            return self.reply(200, [entry(name, files[name]) for name in self.asked() if name in files])
        sha = self.hub.revisions[repo]
        siblings = [{"rfilename": name} for name in files]
        facts = {"private": False, "gated": False, "disabled": False, "tags": [], "downloads": 0, "likes": 0}
        times = {"lastModified": DATE, "createdAt": DATE}
        return self.reply(200, {"_id": "0", "id": repo, "sha": sha, "siblings": siblings, **facts, **times})

    do_HEAD = do_POST = do_GET

    def asked(self) -> list[str]:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if "json" in self.headers.get("Content-Type", ""):
            return json.loads(body)["paths"]
        return parse_qs(body.decode()).get("paths", [])

    def known(self, repo: str, revision: str | None) -> bool:
        sha = self.hub.revisions.get(repo)
        if sha is None:
            self.missing("RepoNotFound")
        elif revision not in (None, "main", sha):
            self.missing("RevisionNotFound")
        else:
            return True
        return False

    def tree(self, files: dict[str, Path], below: str) -> None:
        under = f"{below}/" if below else ""
        listed = [entry(name, path) for name, path in files.items() if name.startswith(under)]
        folders = {name.rpartition("/")[0] for name in files if "/" in name and name.startswith(under)} - {
            below
        }
        if below and not listed:
            return self.missing("EntryNotFound")
        self.reply(
            200, listed + [{"type": "directory", "path": name, "size": 0, "oid": name} for name in folders]
        )

    def file(self, repo: str, revision: str, name: str) -> None:
        if not self.known(repo, revision):
            return
        path = self.hub.files(repo).get(name)
        if path is None:
            self.missing("EntryNotFound")
            return
        data = path.read_bytes()
        told = {"X_Repo_Commit": self.hub.revisions[repo], "ETag": f'"{oid(path)}"', "Accept_Ranges": "bytes"}
        part = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if part and self.command == "GET":
            start, stop = int(part[1]), min(int(part[2] or len(data) - 1), len(data) - 1)
            self.reply(206, data[start : stop + 1], Content_Range=f"bytes {start}-{stop}/{len(data)}", **told)
        else:
            self.reply(200, data, **told)


def entry(name: str, path: Path) -> dict[str, object]:
    return {"type": "file", "path": name, "size": path.stat().st_size, "oid": oid(path)}
