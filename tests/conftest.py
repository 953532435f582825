"""What all tests share: how hard Hypothesis looks, and that CI looks the same way every time."""

import os
from typing import Any

import pytest
from hypothesis import settings

# The first example of a rule set loads its data, and shared machines stall: a deadline would only
# report the machine.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

# Their fixtures take long: a server that runs, an environment with the wheel. They are named here,
# for pytest-xdist 3.8 cannot add its mark `xdist_group` to the node ids of pytest 9.2.
ONE_WORKER = (
    "tests/api/test_clients.py",
    "tests/api/test_faults.py",
    "tests/packaging/test_wheel.py",
)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Send the tests of such a file to one worker."""
    from xdist.scheduler import LoadGroupScheduling

    class ByFile(LoadGroupScheduling):  # type: ignore[misc] # untyped
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            return file if file in ONE_WORKER else super()._split_scope(nodeid)

    return ByFile(config, log) if config.getoption("dist") == "loadgroup" else None
