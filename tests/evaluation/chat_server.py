"""An OpenAI-compatible server that answers from a script, as the model and as the judge."""

import base64
import io
import json
import re
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from PIL import Image


class ChatServer:
    """`answer` gets the body of a request and gives the text of the reply."""

    def __init__(self, answer: Callable[[dict[str, Any]], str], reads_pictures: bool = True) -> None:
        self.answer = answer
        self.reads_pictures = reads_pictures
        self.status = 200
        self.delay = 0.0
        self.raw: bytes | None = None
        self.bodies: list[dict[str, Any]] = []
        self.at_once = self.most_at_once = 0
        self.lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *args: object) -> None:
                pass

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with outer.lock:
                    outer.at_once += 1
                    outer.most_at_once = max(outer.most_at_once, outer.at_once)
                try:
                    status, data = outer.reply(body)
                finally:
                    with outer.lock:
                        outer.at_once -= 1
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def reply(self, body: dict[str, Any]) -> tuple[int, bytes]:
        with self.lock:
            self.bodies.append(body)
        time.sleep(self.delay)
        if self.status != 200:
            return self.status, b'{"error": "no"}'
        if self.raw is not None:
            return 200, self.raw
        content = body["messages"][-1]["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        pictures = sum(part["type"] == "image_url" for part in parts)
        words = sum(len(part.get("text", "").split()) for part in parts)
        usage = {"prompt_tokens": words + 64 * pictures * self.reads_pictures}
        probe = parts[-1].get("text") == "Reply with OK."
        text = "OK" if probe else self.answer(body)
        return 200, json.dumps({"choices": [{"message": {"content": text}}], "usage": usage}).encode()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def texts_of(body: dict[str, Any]) -> str:
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


def color_of(body: dict[str, Any]) -> tuple[int, ...]:
    """The colour of the first picture, which names the row."""
    for part in body["messages"][-1]["content"]:
        if part["type"] == "image_url":
            data = base64.b64decode(part["image_url"]["url"].partition(",")[2])
            return tuple(Image.open(io.BytesIO(data)).convert("RGB").getpixel((0, 0)))
    raise AssertionError("no picture in the request")


def judging(body: dict[str, Any]) -> str:
    """A judge that does what the response says between [[ and ]], or what an answer to check ends with."""
    question = texts_of(body)
    checked = re.search(r"Answer to check: .*~(yes|no)", question)
    if checked:
        return str(int(checked[1] == "yes"))
    told = re.search(r"\[\[(.*)\]\]", question.partition("<<<")[2], re.DOTALL)
    if told:
        return told[1]
    if '"extracted_answer"' in question:
        return '{"extracted_answer": "?", "score": 0}'
    if "1 if they agree" in question:
        return "0"
    if "null if it reaches no answer" in question:
        return "null"
    return "Z" if "Z" in question else "NONE"
