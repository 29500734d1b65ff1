"""Work spread over processes that stop when they are told to and end when their parent does."""

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process
from multiprocessing.synchronize import Event
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

_stop: Event | None = None


class Stopped(Exception):
    """The work was called off; raised inside a worker by `check_stop`."""


class WorkerDied(RuntimeError):
    """A worker process was killed from outside, for want of memory or by a signal."""


def check_stop() -> None:
    """To be called now and then by a long job: raises Stopped once the work is called off."""
    if _stop is not None and _stop.is_set():
        raise Stopped


def spread(job: Callable[[T], R], items: Sequence[T], workers: int, each: Callable[[R], object]) -> None:
    """Call `each(job(item))` for every item, in the order in which they finish.

    The jobs run in `workers` processes, or here if that is 1; `job` must be a module-level function. An
    error, or Ctrl-C, calls the rest off.
    """
    if workers == 1 or len(items) <= 1:
        for item in items:
            each(job(item))
        return
    context = get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(min(workers, len(items)), context, _begin, (stop,)) as pool:
        try:
            with _deaf_to_interrupts():
                finished = as_completed([pool.submit(job, item) for item in items])
            for future in finished:
                each(future.result())
        except BrokenProcessPool as error:
            raise WorkerDied("a worker process was killed; run the same command again") from error
        finally:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started inside ignore Ctrl-C for life: their parent decides what it means."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _begin(stop: Event) -> None:
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)
