"""Responses of models, kept by all that they depend on; and a model behind an OpenAI-compatible server."""

import base64
import hashlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lighteval.models.abstract_model import LightevalModel
from lighteval.models.model_output import ModelResponse
from lighteval.tasks.requests import Doc
from PIL import Image
from tqdm import tqdm

from .chat import Server, ServerError, text_of
from .documents import content_digest, is_ours, messages, sampling_of
from .ledger import Ledger, digest
from .pictures import Picture, png

_WEIGHTS = (".safetensors", ".bin", ".pt", ".pth", ".gguf")
_SETTINGS = (".json", ".jinja", ".txt", ".model")


def response_key(doc: Doc, model: dict[str, Any], drawn: dict[str, Any]) -> str:
    """The digest of all that a response depends on: model, prompt, pictures, sampling and seed."""
    return digest(doc.specific["benchmark"], doc.specific["row"], content_digest(doc), model, drawn)


def fingerprint_of_files(name: str, commit: str | None) -> dict[str, str]:
    """What a model is: the hash of its files where it is a folder, else its repository and commit."""
    folder = Path(name)
    if not folder.is_dir():
        if not commit:
            raise ValueError(f"the commit of the model {name} is not known; give a revision, or a folder")
        return {"model": name, "commit": commit}
    total = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.suffix in _WEIGHTS + _SETTINGS:
            with path.open("rb") as file:
                total.update(f"{path.name} {hashlib.file_digest(file, 'sha256').hexdigest()}\n".encode())
    return {"model": folder.name, "files": total.hexdigest()}


@dataclass(frozen=True)
class Responses:
    """The responses of a run on disk; TRACE_EVAL_RESPONSES names the file, without it nothing is kept."""

    ledger: Ledger | None

    @classmethod
    def from_environment(cls) -> "Responses":
        path = os.environ.get("TRACE_EVAL_RESPONSES")
        return cls(Ledger(Path(path)) if path else None)

    def get(self, keys: Sequence[str]) -> list[str] | None:
        """The responses of all keys, or None if any is missing."""
        if self.ledger is None or any(key not in self.ledger for key in keys):
            return None
        return [str(self.ledger[key]["response"]) for key in keys]

    def put(self, keys: Sequence[str], docs: Sequence[Doc], texts: Sequence[str]) -> None:
        """Keep responses, on the disk when this returns."""
        if self.ledger is not None:
            rows = [doc.specific["row"] for doc in docs]
            self.ledger.add(
                {"key": k, "row": row, "response": text} for k, row, text in zip(keys, rows, texts)
            )


class BehindServer(LightevalModel):
    """A model at an OpenAI-compatible server, such as vLLM's, with pictures in the prompt.

    Set by the environment: TRACE_EVAL_URL (ends with /v1), TRACE_EVAL_MODEL_REVISION (of the weights that the
    server has loaded: it cannot be asked), TRACE_EVAL_SEED, TRACE_EVAL_WORKERS (requests at a time),
    TRACE_EVAL_KEY, TRACE_EVAL_TIMEOUT (seconds), TRACE_EVAL_PLAIN for a server that refuses vLLM's own
    parameters (its defaults may then change the sampling), and the sampling where it is to differ from the
    benchmark's: TRACE_EVAL_TEMPERATURE, TRACE_EVAL_TOP_P, TRACE_EVAL_MAX_TOKENS.
    Before the first request a probe makes sure that the server reads pictures; it stops otherwise.
    """

    def __init__(self, config: Any) -> None:
        from .adapt import NoCache

        told = os.environ
        self.config = config
        self._cache = NoCache()
        url = told.get("TRACE_EVAL_URL", "")
        revision = told.get("TRACE_EVAL_MODEL_REVISION", "")
        if not url or not revision:
            raise ValueError(
                "set TRACE_EVAL_URL and TRACE_EVAL_MODEL_REVISION (the commit or hash of its weights)"
            )
        self.server = Server(
            url, told.get("TRACE_EVAL_KEY") or "EMPTY", float(told.get("TRACE_EVAL_TIMEOUT") or 600)
        )
        self.seed: int | None = int(told["TRACE_EVAL_SEED"]) if told.get("TRACE_EVAL_SEED") else None
        self.workers = int(told.get("TRACE_EVAL_WORKERS") or 64)
        self.identity = {"backend": "server", "model": config.model_name, "commit": revision}
        self.plain = told.get("TRACE_EVAL_PLAIN", "") not in ("", "0")
        self._probed = False

    def greedy_until(self, docs: list[Doc]) -> list[ModelResponse]:
        """One response a document, drawn as the benchmark says."""
        if not all(map(is_ours, docs)):
            raise ValueError("this model only takes the tasks of the suite")
        self.probe()
        responses = Responses.from_environment()

        def respond(doc: Doc) -> str:
            body = self.request(doc)
            drawn = {name: value for name, value in body.items() if name not in ("model", "messages")}
            keys = [response_key(doc, self.identity, drawn)]
            texts = responses.get(keys)
            if texts is None:
                texts = [text_of(self.server.complete(body))]
                responses.put(keys, [doc], texts)
            doc.images = []
            return texts[0]

        with ThreadPoolExecutor(self.workers) as pool:
            try:
                texts = list(tqdm(pool.map(respond, docs), total=len(docs), desc="generate", leave=False))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        return [ModelResponse(input=doc.query, text=[text]) for doc, text in zip(docs, texts)]

    def request(self, doc: Doc) -> dict[str, Any]:
        """The body of the request for one document."""
        drawn = sampling_of(doc)
        limits = {"min_pixels": drawn.min_pixels, "max_pixels": drawn.max_pixels}

        def part(picture: Picture) -> dict[str, Any]:
            return image_part(png(picture.shown(drawn.min_pixels, drawn.max_pixels)))

        return {
            "model": self.config.model_name,
            "messages": messages(doc, part),
            "temperature": drawn.temperature,
            "top_p": drawn.top_p,
            "max_tokens": drawn.max_tokens,
            "presence_penalty": 0.0,
            "frequency_penalty": 0.0,
            **({} if self.plain else {"top_k": -1, "repetition_penalty": 1.0, "mm_processor_kwargs": limits}),
            **({} if self.seed is None else {"seed": self.seed}),
        }

    def probe(self) -> None:
        """Make sure that a picture in a request is read: its prompt must count more tokens than without."""
        if self._probed:
            return
        text = {"type": "text", "text": "Reply with OK."}
        picture = image_part(png(Image.new("RGB", (56, 56), "gray")))
        counts: list[int] = []
        for content in ([text], [picture, text]):
            body = {
                "model": self.config.model_name,
                "max_tokens": 1,
                "messages": [{"role": "user", "content": content}],
            }
            usage = self.server.complete(body).get("usage")
            counts.append(int(usage["prompt_tokens"]) if isinstance(usage, dict) else 0)
        if counts[1] <= counts[0]:
            raise ServerError(
                f"{self.server.url} does not read pictures: a prompt has {counts[1]} tokens with one,"
                f" {counts[0]}"
                " without"
            )
        self._probed = True

    @property
    def tokenizer(self) -> Any:
        raise NotImplementedError("the server has it")

    @property
    def add_special_tokens(self) -> bool:
        return False

    @property
    def max_length(self) -> int:
        raise NotImplementedError("the server knows it")

    def loglikelihood(self, docs: list[Doc]) -> list[ModelResponse]:
        raise NotImplementedError("the suite only generates")

    def loglikelihood_rolling(self, docs: list[Doc]) -> list[ModelResponse]:
        raise NotImplementedError("the suite only generates")


def image_part(encoded: bytes) -> dict[str, Any]:
    """A PNG as a part of a message."""
    address = "data:image/png;base64," + base64.b64encode(encoded).decode()
    return {"type": "image_url", "image_url": {"url": address}}
