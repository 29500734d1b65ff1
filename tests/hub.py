"""A Hub on 127.0.0.1: just enough of the HTTP API for the real clients to push, tag, load and stream."""

import base64
import hashlib
import json
import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import yaml

TOKEN = "hf_right"
LARGE = (".parquet", ".zst", ".safetensors", ".png")
DATE = "2026-01-01T00:00:00.000Z"
KINDS = {"models": "model", "datasets": "dataset", "spaces": "space"}


class Refused(Exception):
    """An answer other than 200: status, the Hub's error code, and what to say."""

    def __init__(self, status, code, message, **headers):
        self.status, self.headers = status, {"X-Error-Code": code, "X-Error-Message": message, **headers}


class Repo:
    """Commits, each with all its files: `path -> (bytes, is it large)`."""

    def __init__(self):
        self.commits, self.order, self.tags = {}, [], {}
        self.commit({}, "initial commit")

    @property
    def head(self):
        return self.order[-1]

    def commit(self, files, title):
        oid = hashlib.sha1(f"{len(self.order)} {title} {sorted(files)}".encode()).hexdigest()
        self.commits[oid] = {"files": files, "title": title}
        self.order.append(oid)
        return oid

    def at(self, revision):
        """The commit of a branch, tag or hash."""
        oid = self.tags.get(revision, self.head if revision == "main" else revision)
        if oid not in self.commits:
            raise Refused(404, "RevisionNotFound", f"Invalid rev id: {revision}")
        return oid


class Hub:
    """`repos` by (kind, id); `stored`: large files by SHA-256; `drop_after`: then cut off."""

    def __init__(self):
        self.repos, self.stored, self.log, self.drop_after = {}, {}, [], None
        self.lock = threading.RLock()
        handler = type("Bound", (Handler,), {"hub": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def count(self, method, part):
        return sum(line[0] == method and part in line[1] for line in self.log)


@contextmanager
def running():
    hub = Hub()
    thread = threading.Thread(target=hub.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield hub
    finally:
        hub.server.shutdown()
        hub.server.server_close()


def environment(hub: Hub, home: Path, token: str = TOKEN) -> dict[str, str]:
    """For a process that uses the real clients: they reach this Hub and nothing else."""
    return {
        "HF_ENDPOINT": hub.url,
        "HF_HOME": str(home),
        "HF_TOKEN": token,
        "HF_HUB_DISABLE_XET": "1",
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
        "HF_UPDATE_DOWNLOAD_COUNTS": "0",
        "NO_PROXY": "127.0.0.1,localhost",
    }


def blob_id(data: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


def entry(path, data, large, commit, title):
    found = {"type": "file", "path": path, "size": len(data), "oid": blob_id(data)}
    if large:
        found["lfs"] = {"oid": hashlib.sha256(data).hexdigest(), "size": len(data), "pointerSize": 130}
    return {**found, "lastCommit": {"id": commit, "title": title, "date": DATE}}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def answer(self):
        url = urlsplit(self.path)
        query = {name: values[-1] for name, values in parse_qs(url.query).items()}
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with self.hub.lock:
            try:
                status, data, headers = self.routed(url.path, query, body)
            except Refused as refused:
                status, data, headers = refused.status, {"error": "refused"}, refused.headers
            self.hub.log.append((self.command, self.path, status))
        if status is None:
            self.close_connection = True
            return
        data = data if isinstance(data, bytes) else json.dumps(data).encode()
        self.send_response(status)
        for name, value in {"Content-Length": str(len(data)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = answer

    def routed(self, path, query, body):
        method = "GET" if self.command == "HEAD" else self.command
        for verb, pattern, route in ROUTES:
            if verb == method and (match := re.fullmatch(pattern, path)):
                if verb != "GET" and not path.startswith("/_lfs/"):
                    self.authorise()
                found = route(self, query, body, *[unquote(part or "") for part in match.groups()])
                return found if isinstance(found, tuple) else (200, found, {})
        raise Refused(404, "EntryNotFound", f"no such route: {method} {path}")

    def authorise(self):
        if self.headers.get("Authorization") != f"Bearer {TOKEN}":
            raise Refused(401, "", "Invalid username or password.")

    def repo(self, plural, name):
        try:
            return self.hub.repos[KINDS[plural or "models"], name]
        except KeyError:
            raise Refused(404, "RepoNotFound", "Repository not found") from None

    def whoami(self, query, body):
        self.authorise()
        access = {"displayName": "t", "role": "write"}
        return {"type": "user", "name": "maveryn", "orgs": [], "auth": {"accessToken": access}}

    def create(self, query, body):
        asked = json.loads(body)
        kind, name = asked.get("type") or "model", f"{asked.get('organization') or 'maveryn'}/{asked['name']}"
        url = f"{self.hub.url}/{'' if kind == 'model' else kind + 's/'}{name}"
        if (kind, name) in self.hub.repos:
            return 409, {"error": "You already created this repo", "url": url}, {}
        self.hub.repos[kind, name] = Repo()
        return {"url": url, "name": name, "id": name}

    def validate_yaml(self, query, body):
        front = re.match(r"---\r?\n(.*?)\r?\n---", json.loads(body)["content"], re.DOTALL)
        try:
            fine = isinstance(yaml.safe_load(front[1]) if front else {}, dict)
        except yaml.YAMLError:
            fine = False
        return 200 if fine else 400, {"errors": [] if fine else [{"message": "bad"}], "warnings": []}, {}

    def preupload(self, query, body, plural, name, revision):
        files = self.repo(plural, name).commits[self.repo(plural, name).head]["files"]
        told = []
        for asked in json.loads(body)["files"]:
            mode = "lfs" if asked["path"].endswith(LARGE) else "regular"
            told.append({"path": asked["path"], "uploadMode": mode, "shouldIgnore": False})
            if asked["path"] in files:
                data, large = files[asked["path"]]
                told[-1]["oid"] = hashlib.sha256(data).hexdigest() if large else blob_id(data)
        return {"files": told}

    def batch(self, query, body, plural, name):
        objects = []
        for wanted in json.loads(body)["objects"]:
            objects.append({"oid": wanted["oid"], "size": wanted["size"]})
            if wanted["oid"] not in self.hub.stored:
                place = f"{self.hub.url}/_lfs/{wanted['oid']}"
                objects[-1]["actions"] = {"upload": {"href": place}}
        return {"transfer": "basic", "objects": objects}

    def put(self, query, body, oid):
        if self.hub.drop_after is not None:
            self.hub.drop_after -= 1
            if self.hub.drop_after < 0:
                raise Refused(403, "", "cut off")
        if hashlib.sha256(body).hexdigest() != oid:
            raise Refused(400, "BadRequest", "sha256 mismatch")
        self.hub.stored[oid] = body
        return b""

    def commit(self, query, body, plural, name, revision):
        repo = self.repo(plural, name)
        files, title = dict(repo.commits[repo.at(revision)]["files"]), ""
        for line in body.splitlines():
            operation = json.loads(line)
            value = operation["value"]
            match operation["key"]:
                case "header":
                    title = value["summary"]
                    if value.get("parentCommit") not in (None, repo.head):
                        raise Refused(412, "PreconditionFailed", "A commit has happened since.")
                case "file":
                    files[value["path"]] = base64.b64decode(value["content"]), False
                case "lfsFile":
                    files[value["path"]] = self.hub.stored[value["oid"]], True
                case "deletedFile":
                    files.pop(value["path"])
        oid = repo.commit(files, title)
        kind = "" if plural == "models" else f"{plural}/"
        return {"success": True, "commitOid": oid, "commitUrl": f"{self.hub.url}/{kind}{name}/commit/{oid}"}

    def info(self, query, body, plural, name, revision="main"):
        repo = self.repo(plural, name)
        oid = repo.at(revision)
        return {
            "_id": "0",
            "id": name,
            "sha": oid,
            "private": False,
            "gated": False,
            "disabled": False,
            "tags": [],
            "downloads": 0,
            "likes": 0,
            "lastModified": DATE,
            "createdAt": DATE,
            "siblings": [{"rfilename": path} for path in sorted(repo.commits[oid]["files"])],
        }

    def entries(self, repo, oid):
        commit = repo.commits[oid]
        return [entry(path, *kept, oid, commit["title"]) for path, kept in sorted(commit["files"].items())]

    def tree(self, query, body, plural, name, revision, below=""):
        repo = self.repo(plural, name)
        below = f"{below.strip('/')}/" if below.strip("/") else ""
        found = [item for item in self.entries(repo, repo.at(revision)) if item["path"].startswith(below)]
        if below and not found:
            raise Refused(404, "EntryNotFound", f"{below} does not exist")
        folders = {
            below + "/".join(parts[:k])
            for parts in (item["path"].removeprefix(below).split("/") for item in found)
            for k in range(1, len(parts))
        }
        deep = query.get("recursive", "").lower() in ("true", "1")
        shown = [item for item in found if deep or "/" not in item["path"].removeprefix(below)]
        shown += [
            {"type": "directory", "path": folder, "size": 0, "oid": "0" * 40}
            for folder in sorted(folders)
            if deep or "/" not in folder.removeprefix(below)
        ]
        return shown

    def paths_info(self, query, body, plural, name, revision):
        repo, json_body = self.repo(plural, name), "json" in self.headers.get("Content-Type", "")
        paths = (json.loads(body) if json_body else parse_qs(body.decode())).get("paths", [])
        found = self.entries(repo, repo.at(revision))
        told = [item for item in found if item["path"] in paths]
        for path in paths:
            if any(item["path"].startswith(f"{path}/") for item in found):
                told.append({"type": "directory", "path": path, "size": 0, "oid": "0" * 40})
        return told

    def refs(self, query, body, plural, name):
        repo = self.repo(plural, name)
        tags = [
            {"name": tag, "ref": f"refs/tags/{tag}", "targetCommit": oid} for tag, oid in repo.tags.items()
        ]
        main = {"name": "main", "ref": "refs/heads/main", "targetCommit": repo.head}
        return {"branches": [main], "tags": tags, "converts": []}

    def commit_list(self, query, body, plural, name, revision):
        repo = self.repo(plural, name)
        return [
            {"id": oid, "title": repo.commits[oid]["title"], "message": "", "date": DATE, "authors": []}
            for oid in reversed(repo.order)
        ]

    def tag(self, query, body, plural, name, revision):
        repo, wanted = self.repo(plural, name), json.loads(body)["tag"]
        if wanted in repo.tags:
            raise Refused(409, "Conflict", "tag already exists")
        repo.tags[wanted] = repo.at(revision)
        return {}

    def resolve(self, query, body, plural, name, revision, path):
        repo = self.repo(plural, name)
        oid = repo.at(revision)
        if path not in repo.commits[oid]["files"]:
            raise Refused(404, "EntryNotFound", "Entry not found", **{"X-Repo-Commit": oid})
        data, large = repo.commits[oid]["files"][path]
        tag = hashlib.sha256(data).hexdigest() if large else blob_id(data)
        headers = {"X-Repo-Commit": oid, "ETag": f'"{tag}"', "Accept-Ranges": "bytes"}
        if large:
            headers |= {"X-Linked-Etag": f'"{tag}"', "X-Linked-Size": str(len(data))}
        asked = re.fullmatch(r"bytes=(\d*)-(\d*)", self.headers.get("Range", ""))
        if asked is None or self.command == "HEAD":
            return 200, data, headers
        first = int(asked[1]) if asked[1] else max(0, len(data) - int(asked[2]))
        last = min(int(asked[2] or len(data) - 1), len(data) - 1) if asked[1] else len(data) - 1
        headers["Content-Range"] = f"bytes {first}-{last}/{len(data)}"
        return 206, data[first : last + 1], headers


API, NAME = "/api/(models|datasets|spaces)/", "([^/]+/[^/]+)"
ROUTES = [
    ("GET", "/api/whoami-v2", Handler.whoami),
    ("POST", "/api/repos/create", Handler.create),
    ("POST", "/api/validate-yaml", Handler.validate_yaml),
    ("POST", f"{API}{NAME}/preupload/([^/]+)", Handler.preupload),
    ("POST", f"{API}{NAME}/commit/([^/]+)", Handler.commit),
    ("POST", f"/(?:(datasets|spaces)/)?{NAME}\\.git/info/lfs/objects/batch", Handler.batch),
    ("PUT", "/_lfs/([0-9a-f]{64})", Handler.put),
    ("GET", f"{API}{NAME}", Handler.info),
    ("GET", f"{API}{NAME}/revision/([^/]+)", Handler.info),
    ("GET", f"{API}{NAME}/tree/([^/]+)(?:/(.*))?", Handler.tree),
    ("POST", f"{API}{NAME}/paths-info/([^/]+)", Handler.paths_info),
    ("GET", f"{API}{NAME}/refs", Handler.refs),
    ("GET", f"{API}{NAME}/commits/([^/]+)", Handler.commit_list),
    ("POST", f"{API}{NAME}/tag/([^/]+)", Handler.tag),
    ("GET", f"/(?:(datasets|spaces)/)?{NAME}/resolve/([^/]+)/(.+)", Handler.resolve),
]
