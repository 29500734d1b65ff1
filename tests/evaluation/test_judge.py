"""The judge and the ledger: replies kept by content, and every way in which a judge can fail."""

import json
import socket
import threading
import time

import pytest

from tests.evaluation.chat_server import ChatServer
from trace_tasks.evaluation.chat import Server, ServerError
from trace_tasks.evaluation.judge import Judge, JudgeError, json_object, short_text, zero_or_one
from trace_tasks.evaluation.ledger import Ledger, digest


@pytest.fixture
def server():
    made = ChatServer(lambda body: "1")
    yield made
    made.stop()


def judge(url: str, path=None, **told) -> Judge:
    quick = {"timeout": 5.0, "pause": 0.01, **told}
    return Judge(Server(url, **quick), "judge", "r1", Ledger(path) if path else None)


def test_replies_are_kept_by_content(server, tmp_path):
    path = tmp_path / "judge.jsonl"
    first = judge(server.url, path)
    assert [first.ask(question, zero_or_one, "row 1") for question in ("a", "b", "a")] == [1, 1, 1]
    assert len(server.bodies) == 2
    again = judge("http://127.0.0.1:9/v1", path)  # nothing is asked
    assert again.ask("b", zero_or_one, "row 1") == 1
    other = Judge(None, "another judge", "r1", Ledger(path))
    with pytest.raises(JudgeError, match="row 9: its response needs a judge"):
        other.ask("b", zero_or_one, "row 9")
    with pytest.raises(JudgeError, match="needs a judge"):
        Judge(None, "judge", "r2", Ledger(path)).ask("b", zero_or_one, "row 9")


def test_an_undecided_judge_is_asked_warmer_and_then_stops(server):
    replies = iter(["perhaps", "<think>0</think> hm", "Judgement: 0"])
    server.answer = lambda body: next(replies)
    assert judge(server.url).ask("q", zero_or_one, "row 3", (0.0, 0.5, 1.0)) == 0
    assert [body["temperature"] for body in server.bodies] == [0.0, 0.5, 1.0]
    server.answer = lambda body: "it depends"
    with pytest.raises(JudgeError, match=r"row 3: the judge judge is undecided after 2 tries.*it depends"):
        judge(server.url).ask("q", zero_or_one, "row 3", (0.0, 0.5))


@pytest.mark.parametrize(
    "raw", [b"", b"not json", b"[]", b'{"choices": []}', b'{"choices": [{"message": {}}]}']
)
def test_nonsense_from_the_server(server, raw):
    server.raw = raw
    with pytest.raises(JudgeError, match="row 4: no reply from the judge"):
        judge(server.url).ask("q", zero_or_one, "row 4")


def test_a_slow_judge_times_out(server):
    server.delay = 5
    start = time.monotonic()
    with pytest.raises(JudgeError, match=r"row 5: no reply.*timed out.*attempt 2 of 2"):
        judge(server.url, timeout=0.2, attempts=2).ask("q", zero_or_one, "row 5")
    assert time.monotonic() - start < 3


def test_a_judge_that_recovers(server):
    server.status = 503
    threading.Timer(0.3, lambda: setattr(server, "status", 200)).start()
    assert judge(server.url, attempts=8, pause=0.05).ask("q", zero_or_one, "row 6") == 1
    assert len(server.bodies) > 1


def test_a_judge_that_is_not_there():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    with pytest.raises(JudgeError, match="row 7: no reply"):
        judge(url, attempts=2).ask("q", zero_or_one, "row 7")


def test_a_request_that_is_refused_is_not_repeated(server):
    server.status = 401
    with pytest.raises(ServerError, match="status 401"):
        Server(server.url, pause=0.01).complete({"messages": [{"content": "x"}]})
    assert len(server.bodies) == 1


def test_ledger_survives_a_cut_line(tmp_path):
    path = tmp_path / "ledger.jsonl"
    Ledger(path).add([{"key": "a", "reply": "1"}, {"key": "b", "reply": "2"}])
    with path.open("a") as file:
        file.write('{"key": "c", "rep')
    ledger = Ledger(path)
    assert "a" in ledger
    assert "c" not in ledger
    ledger.add([{"key": "c", "reply": "3"}])
    assert [json.loads(line)["key"] for line in path.read_text().splitlines()] == ["a", "b", "c"]


def test_ledger_by_many_threads(tmp_path):
    path = tmp_path / "ledger.jsonl"
    ledger = Ledger(path)

    def write(thread: int) -> None:
        for n in range(20):
            ledger.add([{"key": f"{thread}/{n}", "reply": "x" * 1000}])

    threads = [threading.Thread(target=write, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(Ledger(path)) == 160


def test_digest_tells_contents_apart():
    values = [["a"], ["a", "a"], {"a": 1}, {"a": "1"}, "a", b"a", None, 1.0, 1, [["a"]], '["a"]']
    assert len({digest(value) for value in values}) == len(values)
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})


@pytest.mark.parametrize(
    "reply, found",
    [
        ("0", 0),
        ("1", 1),
        ("Score: 1", 1),
        ("**0**", 0),
        ("1.", 1),
        ("10", None),
        ("1 or 0", None),
        ("", None),
    ],
)
def test_zero_or_one(reply, found):
    assert zero_or_one(reply) == found


def test_other_replies():
    assert json_object('So: {"a": 1}') == {"a": 1}
    assert json_object("[1]") is None
    assert short_text("Answer: 5") == "5"
    assert short_text(" ") is None
    assert short_text("x" * 401) is None
