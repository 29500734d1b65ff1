"""Rows in the forms that trainers and environments want, and the rewards that they call."""

import json

import msgspec
import pyarrow.parquet as pq
import pytest

from trace_tasks.adapters import trl, verl


@pytest.fixture(scope="module")
def row(release):
    return pq.read_table(release / "data" / "train-00000-of-00003.parquet").to_pylist()[0]


@pytest.fixture(scope="module")
def right(row):
    return json.dumps({"answer": msgspec.json.decode(row["answer_gt"])["value"]})


@pytest.fixture(scope="module")
def grounded(row):
    annotation = msgspec.json.decode(row["annotation_gt"])["value"]
    return json.dumps({"annotation": annotation, "answer": msgspec.json.decode(row["answer_gt"])["value"]})


def columns(row, count):
    return {name: [value] * count for name, value in row.items()}


def test_trl_rewards(row, right, grounded):
    turns = [[{"role": "assistant", "content": text}] for text in (right, '{"answer": "no"}', "")]
    assert trl.answer_reward(turns, **columns(row, 3)) == [1.0, 0.0, 0.0]
    assert trl.grounded_reward([grounded, right], **columns(row, 2)) == [1.0, 0.5]


def test_trl_layout(release):
    datasets = pytest.importorskip("datasets")
    table = datasets.Dataset.from_parquet(str(release / "data" / "train-00000-of-00003.parquet"))
    rows = trl.dataset(table)
    assert rows[0]["prompt"] == [{"role": "user", "content": table[0]["prompt_answer"]}]
    assert {"images", "answer_gt", "annotation_gt", "reward_contract"} <= set(rows.column_names)
    assert rows[0]["images"][0].mode == "RGB"


def test_verl(row, right):
    made = verl.training_row(row, index=3)
    assert made["prompt"][0]["content"].startswith("<image>")
    truth = made["reward_model"]["ground_truth"]
    found = verl.compute_score(made["data_source"], right, truth, made["extra_info"])
    assert found == {"score": 1.0, "acc": 1.0, "format": 1.0}
    assert verl.compute_score(made["data_source"], "", truth)["score"] == 0.0


def test_easyr1(row, right):
    truth = verl.training_row(row)["reward_model"]["ground_truth"]
    given = [{"response": text, "ground_truth": truth} for text in (right, "7 or 8")]
    found = verl.compute_scores(given, format_weight=0.1)
    assert [scores["overall"] for scores in found] == [1.0, 0.0]


def test_gymnasium():
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    import trace_tasks.adapters.gym as gym

    env = gymnasium.make(gym.ID, tasks=["task_games__match3__gem_count"], difficulty=0.2)
    check_env(env.unwrapped, skip_render_check=True)
    observation, info = env.reset(seed=5)
    assert env.observation_space.contains(observation)
    assert info["task"] == "task_games__match3__gem_count"
    assert "count" in observation["prompt"].lower() or observation["prompt"]
    answer = msgspec.json.decode(env.unwrapped.row["answer_gt"])["value"]
    _, reward, ended, cut, scores = env.step(json.dumps({"answer": answer}))
    assert (reward, ended, cut) == (1.0, True, False)
    assert scores["answer_reward"] == 1.0
    again, _ = env.reset(seed=5)
    assert (again["image"] == observation["image"]).all()


def test_verifiers(release, right):
    vf = pytest.importorskip("verifiers.v1")
    import asyncio

    from trace_tasks.adapters.verifiers import TraceConfig, TraceTaskset

    drawn = list(TraceTaskset(TraceConfig(tasks=["task_games__match3__gem_count"], seed=1)).take(2))
    assert [task.data.name for task in drawn] == ["task_games__match3__gem_count"] * 2
    assert drawn[0].data.id != drawn[1].data.id
    stored = TraceTaskset(TraceConfig(source=release / "data" / "train-00000-of-00003.parquet"))
    (task,) = stored.take(1)
    assert task.data.prompt[0].content[0].image_url.url.startswith("data:image/png;base64,")
    for reply, reward in ((right, 1.0), ("who knows", 0.0)):
        trace = vf.Trace.model_construct(root_reply=reply)
        asyncio.run(task.score(trace))
        assert trace.reward == reward
