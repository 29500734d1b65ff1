"""Every benchmark on rows in its own columns: prompts, pictures, scores and totals, without lighteval."""

import pytest
from PIL import Image

from tests.evaluation.chat_server import judging
from tests.evaluation.rows import ORDER, encoded, fixtures
from trace_tasks.evaluation.answers import without_reasoning
from trace_tasks.evaluation.judge import JudgeError
from trace_tasks.evaluation.suite import PICTURE, Benchmark, Item, RowError, benchmark

FIXTURES = fixtures()
#: What must never be shown, by benchmark.
HIDDEN = {
    "puzzlevqa": ("caption", "explanation", "deduction"),
    "tablevqabench": ("text_html_table", "text_markdown_table"),
    "logicvista": ("reasoning",),
    "mathverse": ("question_for_eval",),
}


class ScriptedJudge:
    """The judge of the tests, without a server."""

    def ask(self, question, read, row, temperatures=(0.0,)):
        found = read(judging({"messages": [{"content": question}]}))
        if found is None:
            raise JudgeError(row)
        return found


def items(bench: Benchmark) -> list[Item]:
    """The rows of a fixture as the loader gives them."""
    fixture, source = FIXTURES[bench.key], bench.source
    found = []
    for (config, split), rows in fixture.parts.items():
        part = split if len(source.splits) > 1 else config or split
        for index, raw in enumerate(rows):
            row = {**raw, "__part": part, "__index": index}
            if fixture.table:
                row = {name: value if isinstance(value, bytes) else str(value) for name, value in row.items()}
            if source.keep and not source.keep[1](row[source.keep[0]]):
                continue
            for one in source.expand(row) if source.expand else [row]:
                found.append(bench.item({**one, "__index": index, "__part": part}))
    return found


@pytest.mark.parametrize("key", ORDER)
def test_scripted_responses(key):
    bench, fixture = benchmark(key), FIXTURES[key]
    asked = items(bench)
    assert len(asked) == len(fixture.script) >= 6
    assert len({item.facts["id"] for item in asked}) == len(asked)
    marks = []
    for item, (response, score) in zip(asked, fixture.script):
        marks.append(bench.marks(without_reasoning(response), item.facts, ScriptedJudge()))
        assert marks[-1]["score"] == pytest.approx(score), (item.facts, response)
    assert bench.total(marks) == pytest.approx(fixture.total)


@pytest.mark.parametrize("key", ORDER)
def test_prompts_and_pictures(key):
    for item in items(benchmark(key)):
        assert item.prompt.strip()
        assert item.images
        assert all(isinstance(picture.shown(3136, 12_845_056), Image.Image) for picture in item.images)
        assert item.prompt.count(PICTURE) in (0, len(item.images))


@pytest.mark.parametrize("key", sorted(HIDDEN))
def test_what_gives_the_answer_away_is_hidden(key):
    rows = [row for part in FIXTURES[key].parts.values() for row in part]
    for item in items(benchmark(key)):
        for column in HIDDEN[key]:
            assert all(len(row[column]) < 3 or row[column] not in item.prompt for row in rows)


def test_several_pictures_in_their_places():
    first, second, *_ = items(benchmark("erqa"))
    assert first.prompt.split(PICTURE)[:2] == ["The first picture ", " and the second "]
    assert PICTURE not in second.prompt  # all offsets are 0: pictures in front
    assert [len(item.images) for item in items(benchmark("blink"))][:5] == [1, 2, 3, 4, 1]
    assert items(benchmark("erqa"))[0].images[1].encoded == encoded("erqa", 0, 1)


def test_a_gold_that_is_no_option_is_not_scored():
    row = {**FIXTURES["puzzlevqa"].parts[None, "train"][0], "answer": "9", "__index": 0}
    with pytest.raises(RowError, match="not one of"):
        benchmark("puzzlevqa").item(row)
