"""Declaration, parameters, prompts, the attempt loop and replay, on a scene made here."""

import json
from typing import ClassVar, Literal

import pytest

from trace_tasks.engine import Found, Reject, Scene
from trace_tasks.engine.instance import GenerationError, ParameterError, generate, replay
from trace_tasks.engine.prompt import compose
from trace_tasks.engine.rng import Rng


class Dots(Scene):
    spots: tuple[tuple[int, int], ...]
    size: Literal["small", "large"]
    about = ("The picture shows dots.", "Dots lie on a sheet.")
    DIAMETER: ClassVar[str] = "broad"

    @classmethod
    def sample(cls, rng, *, size: Literal["small", "large"] | None = None):
        places = [(x, y) for x in range(50, 451, 50) for y in range(50, 351, 50)]
        return cls(
            spots=tuple(rng.sample(places, rng.dial(4, 20))), size=size or rng.choice(("small", "large"))
        )

    @property
    def scene_variant(self):
        return self.size

    @property
    def load(self):
        return len(self.spots)

    def draw(self, c, border: int = 0):
        c.page(500, 400)
        c.line((border, 0), (border, 400), width=1)
        for i, spot in enumerate(self.spots):
            with c.group("dot", i, point=spot):
                c.circle(spot, 8 if self.size == "small" else 14, c.theme.accent)


def declare(**changes):
    declaration = {
        "answer": "integer",
        "annotation": "point_set",
        "operations": ("counting",),
        "queries": {"left": "left of", "right": "right of"},
        "ask": ("How many {scene.DIAMETER} dots lie {query} the line?",) * 3,
        "answer_is": "that number",
        "witness_is": "the dots counted",
    }

    def dot_count(state, query, border: int):
        hits = [i for i, (x, _) in enumerate(state.spots) if (x < border) == (query == "left")]
        return Found(len(hits), at=[("dot", i) for i in hits], because={"border": border})

    task = Dots.task(**{**declaration, **changes})(dot_count)
    task.operands(lambda rng, state, query: {"border": rng.choice((75, 125, 175, 225, 275))})
    task.id = "task_test__dots__dot_count"
    return task


def test_an_instance_is_all_of_one_state():
    sample = generate(declare(), 5, {}, 100)
    state = sample.trace_payload["state"]
    border = sample.trace_payload["operands"]["border"]
    left = sample.query_id == "left"
    hits = [s for s in state["spots"] if (s[0] < border) == left]
    assert sample.answer_gt.value == len(hits)
    assert sorted(sample.annotation_gt.value) == sorted([float(x), float(y)] for x, y in hits)
    assert (
        sample.prompt_variants["answer_only"]
        != sample.prompt
        == sample.prompt_variants["answer_and_annotation"]
    )
    assert sample.reward_contract["annotation"]["id"] == "point_set_soft_distance_v0"
    assert sample.scene_variant in ("small", "large")
    assert len(sample.trace_payload["marks"]) == len(state["spots"])


def test_replay_is_exact_and_notices_tampering():
    task = declare()
    sample = generate(task, 5, {}, 100)
    stored = json.loads(json.dumps(sample.trace_payload))
    again = replay(task, stored)
    assert again.image_hash == sample.image_hash
    stored["state"]["spots"].pop()
    assert replay(task, stored).image_hash != sample.image_hash


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"colour": 1}, "does not take 'colour'; it takes: difficulty, query_id, style_seed, size"),
        ({"query_id": "up"}, "query_id 'up' is not one of: left, right"),
        ({"difficulty": 2}, "difficulty must be a number from 0"),
        ({"difficulty": True}, "difficulty must be a number from 0"),
        ({"style_seed": "x"}, "style_seed must be an integer"),
        ({"size": "huge"}, "size='huge'"),
    ],
)
def test_wrong_parameters_are_named(params, message):
    with pytest.raises(ParameterError, match=message):
        generate(declare(), 1, params, 10)


def test_parameters_do_what_they_say():
    assert generate(declare(), 1, {"size": "large"}, 100).scene_variant == "large"
    assert generate(declare(), 1, {"query_id": "right"}, 100).query_id == "right"
    few, many = (
        len(generate(declare(), 1, {"difficulty": d}, 100).trace_payload["state"]["spots"]) for d in (0, 1)
    )
    assert few < 9 < 15 < many


def test_no_valid_draw_counts_the_reasons():
    task = declare()

    @task.sample
    def hopeless(rng):
        raise Reject("spots too close" if rng.chance(0.5) else "page too full")

    with pytest.raises(GenerationError, match=r"no valid draw in 20 attempts \(\d+ x .*, \d+ x ") as error:
        generate(task, 1, {}, 20)
    assert error.value.reasons.total() == 20


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"answer": "text"}, "unknown answer or annotation type"),
        ({"annotation": "polygon"}, "unknown answer or annotation type"),
        ({"operations": ("guessing",)}, "unknown operations"),
        ({"ask": ("How many?",)}, "three wordings"),
        ({"ask": ("How many of the 7 dots?",) * 3}, "'7' stands literally"),
        ({"ask": ("How many red dots?",) * 3}, "'red' stands literally"),
        ({"answer_is": "one of the four"}, "'four' stands literally"),
    ],
)
def test_wrong_declarations_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        declare(**changes)


def test_a_witness_of_another_form_is_an_error():
    with pytest.raises(TypeError, match="has not the form of a bbox_map"):
        generate(declare(annotation="bbox_map"), 1, {}, 5)


def composed(**changes):
    parts = {
        "about": "A board.",
        "question": "How many?",
        "options": (),
        "answer_type": "integer",
        "answer_is": "the number",
        "annotation_type": "bbox_map",
        "witness_is": "the cells",
        "roles": ("from", "to"),
        "answer": 7,
    }
    return compose(**{"rng": Rng(1), **parts, **changes})


def test_prompts_show_the_form_but_not_the_answer():
    prompts = composed()
    assert '"from", "to"' in prompts["answer_and_annotation"]
    assert "annotation" not in prompts["answer_only"].lower()
    for seed in range(40):
        shown = composed(rng=Rng(seed), answer=42)
        given = json.loads(shown["answer_only"][shown["answer_only"].rindex('{"answer"') :])
        assert given["answer"] != 42


@pytest.mark.parametrize("answer, form", [("B", "as one capital letter"), ("Bo", "as text")])
def test_text_that_is_a_letter_is_asked_as_a_letter(answer, form):
    prompt = composed(answer_type="string", answer=answer)["answer_only"]
    assert form in prompt
    example = json.loads(prompt[prompt.rindex("{") :])["answer"]
    assert (example in "WXYZ") == (answer == "B")


@pytest.mark.parametrize(
    ("answer_type", "answer", "question", "held"),
    [
        ("integer", 7, "Which of the 7 rows?", True),
        ("integer", 7, "Which of the 17 rows?", False),
        ("string", "Oslo", "Is it Oslo or Rome?", True),
        ("string", "New York", "How far is New York?", True),
        ("string", "AB", "Where is ABC?", False),
        ("option_letter", "A", "Which of A to D?", False),
        ("number", -1.5, "Is it -1.5 or more?", True),
    ],
)
def test_a_prompt_that_holds_the_answer_is_rejected(answer_type, answer, question, held):
    changes = {"answer_type": answer_type, "answer": answer, "question": question}
    if held:
        with pytest.raises(Reject, match="holds the answer"):
            composed(**changes)
    else:
        assert composed(**changes)
