"""TRACE validation: two instances of each of the 1,000 tasks, disjoint from training.

Apache-2.0. Exact match of the answer under the reward contract (`trace_tasks.score_trace_response`), one
response a row, top-p 0.95, up to 2,048 tokens. A response without an answer scores 0 and stays in the
denominator.
"""

from trace_tasks.scoring import score_trace_response

from ..pictures import Picture
from ..suite import VALIDATION, Asks, Benchmark, Facts, Item, Row, Sampling, Source

SEEDS = (42,)


def item(row: Row) -> Item:
    facts = {name: row[name] for name in ("answer_gt", "reward_contract", "domain", "task")}
    images = tuple(map(Picture.of, row["images"]))
    return Item(row["prompt_answer"], images, {"id": row["instance_id"], **facts}, system=system_prompt())


def system_prompt() -> str:
    """The one that models are trained with."""
    from trace_tasks.training.profile import read_profile

    return str(read_profile("trace-qwen2.5-vl-3b").system_prompt)


def score(response: str, facts: Facts, judge: Asks) -> float:
    return score_trace_response(response, facts["answer_gt"], None, facts["reward_contract"])["accuracy"]


BENCHMARK = Benchmark(
    key=VALIDATION,
    display="TRACE validation",
    category="TRACE",
    rows=2000,
    source=Source("maveryn/trace", "4e5b54361360296a855542b40cfd8b7f81b355fe", ("validation",)),
    item=item,
    score=score,
    sampling=Sampling(top_p=0.95, max_tokens=2048, min_pixels=262_144, max_pixels=4_194_304),
)
