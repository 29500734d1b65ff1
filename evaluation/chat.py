"""Requests to an OpenAI-compatible server."""

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class ServerError(RuntimeError):
    """A server that cannot be reached, refuses, or replies in no known form."""


@dataclass(frozen=True)
class Server:
    """An OpenAI-compatible server. `url` ends with `/v1`. A request is repeated while the server fails."""

    url: str
    key: str = "EMPTY"
    timeout: float = 600.0
    attempts: int = 4
    pause: float = 1.0  # before the second attempt; doubles

    def complete(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The reply to a chat completion request."""
        return self._call("/chat/completions", body)

    def models(self) -> list[dict[str, Any]]:
        """What the server says of the models that it serves."""
        listed = self._call("/models", None).get("data")
        return listed if isinstance(listed, list) else []

    def _call(self, path: str, body: Mapping[str, Any] | None) -> dict[str, Any]:
        for attempt in range(self.attempts):
            if attempt:
                time.sleep(self.pause * 2 ** (attempt - 1))
            try:
                return self._once(path, body)
            except urllib.error.HTTPError as error:
                detail = error.read()[:500].decode(errors="replace")
                problem = f"status {error.code}: {' '.join(detail.split())}"
                if error.code < 500 and error.code not in (408, 425, 429):
                    break
            except (OSError, http.client.HTTPException) as error:  # refused, closed, timed out
                problem = f"{type(error).__name__}: {error}"
            except ValueError as error:
                problem = f"no JSON in its reply: {error}"
        raise ServerError(f"{self.url}{path}: {problem} (attempt {attempt + 1} of {self.attempts})")

    def _once(self, path: str, body: Mapping[str, Any] | None) -> dict[str, Any]:
        request = urllib.request.Request(
            self.url.rstrip("/") + path,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Authorization": f"Bearer {self.key}"},
        )
        with urllib.request.urlopen(request, timeout=self.timeout) as reply:
            content = json.loads(reply.read())
        if not isinstance(content, dict):
            raise ValueError("it is no object")
        return content


def text_of(reply: Mapping[str, Any]) -> str:
    """The text of a completion; ServerError when there is none."""
    try:
        content = reply["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError):
        raise ServerError(f"a reply without a completion: {str(reply)[:200]}") from None
    if not isinstance(content, str):
        raise ServerError(f"a completion without text: {str(reply)[:200]}")
    return content
