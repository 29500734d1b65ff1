"""A build on a local Ray cluster of two workers, whose drawing steps note the processes that they run in."""

import os

from trace_tasks.release import engines


class Noted(engines.Draw, frozen=True):
    def run(self, rank, world):
        (self.output.parent / f"rank-{rank}").write_text(f"{os.getppid()} {os.getpid()}")
        super().run(rank, world)


def main(recipe, output, logs):
    import ray
    from datatrove.executor import RayPipelineExecutor

    paths = {"PYTHONPATH": os.environ["PYTHONPATH"]}
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": paths})
    draw, pack, seal = engines.steps(recipe, output)

    def step(does, tasks, depends=None):
        places = {"logging_dir": f"{logs}/{type(does).__name__}", "mem_per_cpu_gb": 0.25}
        return RayPipelineExecutor([does], tasks=tasks, workers=2, depends=depends, **places)

    drawing = step(Noted(draw.plan, draw.output), 3)
    step(seal, 1, step(pack, 4, drawing)).run()
