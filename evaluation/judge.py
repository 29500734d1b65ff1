"""The judge: a language model that reads responses where a benchmark's own rule needs one.

Its replies are kept on disk by the content of the question, so that a run that stopped asks nothing twice.
A judge that cannot be reached or makes up no mind stops the run: it never turns into a score.
"""

import json
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from .answers import without_reasoning
from .chat import Server, ServerError, text_of
from .ledger import Ledger, digest

MODEL = "Qwen/Qwen3-32B"
REVISION = "9216db5781bf21249d130ec9da846c4624c16137"
MAX_TOKENS = 1024
SEED = 42
#: The temperatures of repeated questions, where the benchmark's rule repeats them.
TRIES = (0.0, 0.5, 1.0, 1.5, 2.0)
Read = TypeVar("Read")


class JudgeError(RuntimeError):
    """The row has no score: the judge is missing, unreachable or undecided."""


@dataclass(frozen=True)
class Judge:
    """A judge at a server, with the ledger of what it has said."""

    server: Server | None
    model: str
    revision: str
    ledger: Ledger | None
    workers: int = 16

    @property
    def fingerprint(self) -> dict[str, Any]:
        """What tells its replies from another judge's."""
        return {"model": self.model, "revision": self.revision, "max_tokens": MAX_TOKENS, "seed": SEED}

    def ask(
        self,
        question: str,
        read: Callable[[str], Read | None],
        row: str,
        temperatures: Sequence[float] = (0.0,),
    ) -> Read:
        """The first reply that `read` makes something of, asked at each temperature in turn."""
        reply = ""
        for temperature in temperatures:
            reply = self._reply(question, temperature, row)
            found = read(without_reasoning(reply))
            if found is not None:
                return found
        raise JudgeError(
            f"{row}: the judge {self.model} is undecided after {len(temperatures)} tries; its last reply:"
            f" {' '.join(reply.split())[:200]!r}"
        )

    def _reply(self, question: str, temperature: float, row: str) -> str:
        body = {
            "model": self.model,
            "messages": [{"role": "user", "content": question}],
            "temperature": temperature,
            "top_p": 1.0,
            "seed": SEED,
            "max_tokens": MAX_TOKENS,
            "chat_template_kwargs": {"enable_thinking": False},
        }
        key = digest(self.revision, body)
        if self.ledger is not None and key in self.ledger:
            return str(self.ledger[key]["reply"])
        if self.server is None:
            raise JudgeError(f"{row}: its response needs a judge; set TRACE_EVAL_JUDGE_URL, or --judge-url")
        try:
            reply = text_of(self.server.complete(body))
        except ServerError as error:
            raise JudgeError(f"{row}: no reply from the judge {self.model}: {error}") from error
        if self.ledger is not None:
            self.ledger.add([{"key": key, "row": row, "temperature": temperature, "reply": reply}])
        return reply


def from_environment() -> Judge:
    """The judge that the variables TRACE_EVAL_JUDGE_* name; without a URL it only knows its ledger.

    URL, MODEL, REVISION, KEY, TIMEOUT (seconds), WORKERS (questions at a time), LEDGER (a file).
    """
    told = {name: os.environ.get(f"TRACE_EVAL_JUDGE_{name}", "") for name in _VARIABLES}
    server = None
    if told["URL"]:
        server = Server(told["URL"], told["KEY"] or "EMPTY", float(told["TIMEOUT"] or 120))
    model = told["MODEL"] or MODEL
    return Judge(
        server,
        model,
        told["REVISION"] or (REVISION if model == MODEL else "unstated"),
        Ledger(Path(told["LEDGER"])) if told["LEDGER"] else None,
        int(told["WORKERS"] or 16),
    )


_VARIABLES = ("URL", "MODEL", "REVISION", "KEY", "TIMEOUT", "WORKERS", "LEDGER")

# Reading replies


def json_object(reply: str) -> dict[str, Any] | None:
    """The JSON object of a reply, alone, in a code block or in a sentence."""
    for match in re.finditer(r"\{.*\}", reply, re.DOTALL):
        try:
            found = json.loads(match[0])
        except ValueError:
            continue
        return found if isinstance(found, dict) else None
    return None


def zero_or_one(reply: str) -> int | None:
    """A reply that is 0 or 1, after a word such as `Judgement:` or not.

    >>> zero_or_one("Judgement: 1"), zero_or_one("It is 1 of 10")
    (1, None)
    """
    match = re.fullmatch(r"(?:[A-Za-z ]+:)?\s*\**([01])\**\.?", reply.strip())
    return int(match[1]) if match else None


def short_text(reply: str) -> str | None:
    """A reply in one short piece; None when it is empty or goes on."""
    text = re.sub(r"^(?:extracted )?answer\s*:\s*", "", reply.strip(), flags=re.IGNORECASE).strip()
    return text if 0 < len(text) <= 400 else None
