"""Make one instance, run it again from its stored trace, and score responses to it.

python examples/replay_and_score.py [--task ID] [--seed 43]
"""

import argparse
import json

from trace_tasks import generate_task, replay, score_trace_response


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--task", default="task_games__match3__swap_clear_count")
    parser.add_argument("--seed", type=int, default=43)
    arguments = parser.parse_args()

    sample = generate_task(arguments.task, seed=arguments.seed)
    print(sample.prompt)

    stored = json.loads(json.dumps(sample.trace_payload))
    again = replay(arguments.task, stored)
    print("\nreplayed to the same pixels, answer and witness:", end=" ")
    print(
        (again.image_hash, again.answer_gt, again.annotation_gt)
        == (sample.image_hash, sample.answer_gt, sample.annotation_gt)
    )

    answer, annotation = sample.answer_gt.to_dict(), sample.annotation_gt.to_dict()
    responses = {
        "right answer and witness": {"annotation": annotation["value"], "answer": answer["value"]},
        "right answer alone": {"annotation": [], "answer": answer["value"]},
        "right witness alone": {"annotation": annotation["value"], "answer": "wrong"},
    }
    for name, response in responses.items():
        scores = score_trace_response(
            json.dumps(response),
            answer,
            annotation,
            sample.reward_contract,
            trace_reward_mode="answer_and_annotation",
            image_size=sample.image.size,
        )
        print(f"{name}: {scores['overall']:.2f}")


if __name__ == "__main__":
    main()
