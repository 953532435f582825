import pytest

from tests.cli.running import Runner


@pytest.fixture
def meldwise(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)
