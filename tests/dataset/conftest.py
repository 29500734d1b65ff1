"""One small release for all tests of a process."""

import pytest

from tests.dataset.releases import small
from trace_tasks.release.pack import build_release


@pytest.fixture(scope="session")
def release(tmp_path_factory):
    output = tmp_path_factory.mktemp("release") / "small"
    build_release(small(), output)
    return output
