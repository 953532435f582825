"""The wheel, as a user meets it: installed by pip into an empty environment, run from elsewhere."""

import os
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command without what this test run's own environment would lend it."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL"))}
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command} failed\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    dist = tmp_path_factory.mktemp("dist")
    run(
        sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", dist, ROOT, cwd=dist
    )
    (built,) = dist.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def scripts(wheel: Path) -> Iterator[Path]:
    """The scripts folder of an environment that holds the wheel and what it declares to need."""
    # Not pytest's own folder, which keeps the last runs: an environment takes 300 MB.
    with TemporaryDirectory() as folder:
        home = Path(folder).resolve()
        venv.create(home, with_pip=True)
        scripts = home / ("Scripts" if os.name == "nt" else "bin")
        install = (scripts / "python", "-m", "pip", "install", "--quiet", "--no-compile")
        run(*install, "--requirement", ROOT / "requirements.lock", cwd=home)
        # Without an index, pip refuses a wheel whose declared dependencies are not all there.
        run(*install, "--no-index", wheel, cwd=home)
        yield scripts


def test_the_wheel_holds_both_packages_their_types_markers_and_its_licence(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    folders = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    assert folders == {"meldwise", "meldwise_api"}
    assert {"meldwise/py.typed", "meldwise_api/py.typed"} <= set(names)
    assert "meldwise_api/static/page.html" in names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_the_installed_command_melds_a_hand(scripts: Path, tmp_path: Path) -> None:
    answer = run(scripts / "meldwise", "melds", "7H 8H 9H 2S", "--rules", "gin-rummy", cwd=tmp_path)
    assert answer.strip()


def test_the_installed_module_runs_as_a_program(scripts: Path, tmp_path: Path) -> None:
    assert "german-rummy" in run(scripts / "python", "-m", "meldwise", "rules", cwd=tmp_path)


def test_the_installed_package_is_imported_from_its_own_environment(
    scripts: Path, tmp_path: Path
) -> None:
    where = run(scripts / "python", "-c", "import meldwise; print(meldwise.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(scripts.parent)
