"""What a run leaves beside its partial file, so that the next one knows where to go on."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import BinaryIO, Final

from meldwise.batch.files.chunks import WHOLE
from meldwise.errors import RequestError

_FORMAT: Final = 1


@dataclass(slots=True)
class Progress:
    """How far a run is: all of it is safe on disk.

    ``place`` is where the source goes on, ``rows`` and ``errors`` count what was written,
    ``kept`` is the target's, ``complete`` says that only the renaming is left.
    """

    place: int
    rows: int = 0
    errors: int = 0
    kept: int = 0
    complete: bool = False


class Journal:
    """The progress of one job on one target, replaced as a whole after every chunk.

    ``part`` is the target under its partial name, and is locked as long as the journal is open.

    Args:
        target: The file in the end.
        job: What is done, by names and values that people can read.
        start: Where the source's rows begin.
        force: Start anew, whatever is there.

    Raises:
        RequestError: the target exists; what is there is of another job, damaged, or in use.
    """

    def __init__(self, target: Path, job: dict[str, str], start: int, *, force: bool) -> None:
        self.part = target.with_name(target.name + ".part")
        self._path = target.with_name(target.name + ".part.json")
        self._target, self._job = target, job
        self._lock = _locked(self.part)
        try:
            if force:
                self._clear()
            self.resumed = self._path.exists()
            self.progress = self._read() if self.resumed else Progress(start)
            if not self.resumed:
                self._check_new(force=force)
                self.save()
        except BaseException:
            self.close()
            raise

    def save(self) -> None:
        """Write the progress to disk; a kill leaves the old journal or the new one."""
        new = self._path.with_name(self._path.name + ".new")
        with new.open("w", encoding="utf-8") as handle:
            json.dump({"format": _FORMAT, "job": self._job, **asdict(self.progress)}, handle)
            handle.flush()
            os.fsync(handle.fileno())
        new.replace(self._path)

    def publish(self) -> None:
        """Give the complete file its name; a kill in between leaves what can be done again.

        Raises:
            RequestError: the file is gone.
        """
        folder = self.part.is_dir()
        whole = self.part / WHOLE if folder else self.part
        if whole.exists():
            whole.replace(self._target)
        elif not self._target.exists():
            raise _refused(self.part, "is gone: --force starts anew")
        if folder:
            shutil.rmtree(self.part)
        self._path.unlink()

    def close(self) -> None:
        """Let others take the target on."""
        with suppress(OSError):
            Path(self._lock.name).unlink()
        self._lock.close()

    def _check_new(self, *, force: bool) -> None:
        if self._target.exists() and not force:
            raise _refused(self._target, "exists: another name, or --force to replace it")
        if self.part.exists():
            raise _refused(
                self.part, "exists without a journal: remove it, or --force to start anew"
            )

    def _clear(self) -> None:
        self._path.unlink(missing_ok=True)
        if self.part.is_dir():
            shutil.rmtree(self.part)
        else:
            self.part.unlink(missing_ok=True)

    def _read(self) -> Progress:
        try:
            found = json.loads(self._path.read_text("utf-8"))
            job = {str(name): str(value) for name, value in found["job"].items()}
            progress = Progress(**{known.name: found[known.name] for known in fields(Progress)})
        except (ValueError, KeyError, TypeError, AttributeError):
            raise _refused(self._path, "is no journal of a batch: --force starts anew") from None
        if found["format"] != _FORMAT:
            raise _refused(self._path, "is of another version of Meldwise: --force starts anew")
        differences = [
            f"{name} {job.get(name, 'none')} (now {value})"
            for name, value in self._job.items()
            if job.get(name) != value
        ]
        if differences:
            raise _refused(
                self.part,
                f"was begun with {', '.join(differences)}: ask the same to go on, or --force "
                "to start anew",
            )
        return progress


def _locked(part: Path) -> BinaryIO:
    """The lock file of a partial target, which goes with the process that holds it."""
    path = part.with_name(part.name + ".lock")
    handle = path.open("ab")
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # The holder before may have removed the file since it was opened.
        held = path.exists() and os.path.samestat(os.fstat(handle.fileno()), path.stat())
    except ImportError:
        # Windows: two runs on one target at a time are the user's to avoid.
        held = True
    except OSError:
        held = False
    if not held:
        handle.close()
        raise _refused(part, "is being written by another run")
    return handle


def _refused(path: Path, why: str) -> RequestError:
    return RequestError("bad-target", f"{path} {why}", {"file": str(path)})
