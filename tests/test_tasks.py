"""What holds for every registered task."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from statistics import mean

import msgspec
import pytest
from scipy.stats import chisquare

from trace_tasks import generate_task, list_tasks, replay, score_trace_response
from trace_tasks.engine import LETTERS
from trace_tasks.registry import task as registered

TASKS = list_tasks()
SEEDS = range(48)
#: Ids, types, operations and queries as published.
#: `python -m tests.test_tasks` prints what the code declares.
PUBLISHED = Path(__file__).with_name("registry.json")
#: Tasks whose answers cannot spread further, and why.
FEW_ANSWERS: dict[str, tuple[float, str]] = {}


def declared(task_id: str) -> dict[str, object]:
    task = registered(task_id)
    return {
        "answer": task.answer,
        "annotation": task.annotation,
        "operations": sorted(task.operations),
        "queries": sorted(task.queries),
    }


@cache
def sample(task_id: str, seed: int, **params: object):
    return generate_task(task_id, seed=seed, params=params)


def test_the_registry_is_as_published():
    assert {t: declared(t) for t in TASKS} == json.loads(PUBLISHED.read_text())


@pytest.mark.parametrize("task_id", TASKS)
def test_replay_gives_the_same_instance_from_stored_json(task_id):
    for seed in range(3):
        first = sample(task_id, seed)
        again = replay(task_id, json.loads(json.dumps(first.trace_payload)))
        assert again.answer_gt == first.answer_gt
        assert again.annotation_gt == first.annotation_gt
        assert again.prompt_variants == first.prompt_variants
        assert again.trace_payload == first.trace_payload
        assert again.image_hash == first.image_hash


@pytest.mark.parametrize("task_id", TASKS)
def test_the_right_response_scores_one_and_the_example_does_not(task_id):
    first = sample(task_id, 0)
    answer, annotation = first.answer_gt.to_dict(), first.annotation_gt.to_dict()

    def overall(response: str) -> float:
        scores = score_trace_response(
            response,
            answer,
            annotation,
            first.reward_contract,
            trace_reward_mode="answer_and_annotation",
            format_weight=0.5,
            image_size=first.image.size,
        )
        return scores["overall"]

    right = json.dumps({"annotation": annotation["value"], "answer": answer["value"]})
    assert overall("The reasoning.\n" + right) == pytest.approx(1.0)
    example = first.prompt[first.prompt.rindex('{"annotation"') :]
    assert set(json.loads(example)) == {"annotation", "answer"}
    assert overall(example) == pytest.approx(0.5, abs=0.01)  # the format alone


@pytest.mark.parametrize("task_id", TASKS)
def test_every_wording_reads_well(task_id):
    task = registered(task_id)
    for query in task.queries:
        for seed in range(2):
            given = sample(task_id, seed, query_id=query)
            assert given.query_id == query
            for prompt in given.prompt_variants.values():
                assert not set("{}") & set(prompt[: prompt.rindex("\n")]), prompt
                assert "  " not in prompt
                assert "None" not in prompt
            assert '"annotation"' not in given.prompt_variants["answer_only"]


@pytest.mark.parametrize("task_id", TASKS)
def test_difficulty_turns_up_the_load(task_id):
    task = registered(task_id)

    def load(difficulty: float) -> float:
        states = (sample(task_id, seed, difficulty=difficulty).trace_payload["state"] for seed in range(8))
        return mean(msgspec.convert(s, task.scene, str_keys=True).load for s in states)

    assert load(0.0) < load(1.0)
    assert sample(task_id, 0, difficulty=0.5)


@pytest.mark.parametrize("task_id", TASKS)
def test_answers_spread_and_few_draws_are_rejected(task_id):
    samples = [sample(task_id, seed) for seed in SEEDS]
    assert mean(s.trace_payload["stream"]["attempt"] + 1 for s in samples) <= 3
    assert len({s.image_hash for s in samples}) == len(samples)
    answers = Counter(s.answer_gt.value for s in samples)
    if registered(task_id).answer == "option_letter" or set(answers) <= set(
        "ABCDEF"
    ):  # options typed as text
        assert chisquare([answers[a] for a in LETTERS[: max(map(LETTERS.index, answers)) + 1]]).pvalue > 1e-3
    else:
        most, _ = FEW_ANSWERS.get(task_id, (0.35, ""))
        assert answers.most_common(1)[0][1] / len(samples) <= most
    sample.cache_clear()


def test_the_most_common_answer_is_rare_over_all_tasks():
    shares = []
    for task_id in TASKS:
        answers = Counter(generate_task(task_id, seed=seed).answer_gt.value for seed in range(16))
        shares.append(answers.most_common(1)[0][1] / 16)
    assert mean(shares) <= 0.22


@pytest.mark.parametrize("task_id", TASKS)
def test_style_seed_moves_no_fact(task_id):
    plain, restyled = sample(task_id, 1), sample(task_id, 1, style_seed=99)
    if plain.trace_payload["stream"]["attempt"] == restyled.trace_payload["stream"]["attempt"]:
        for part in ("state", "operands", "steps", "witness"):
            assert plain.trace_payload[part] == restyled.trace_payload[part]
        assert plain.answer_gt == restyled.answer_gt
    assert plain.image_hash != restyled.image_hash


if __name__ == "__main__":
    print(json.dumps({t: declared(t) for t in TASKS}, indent=1))
