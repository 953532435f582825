"""A client in Python, with nothing but the standard library.

python examples/client.py [URL]
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

USUAL_URL = "http://127.0.0.1:8000"

POSITION = {
    "rules": "gin-rummy",
    "phase": "play",
    "hand": "2S 3S 4S 7H 8H 9H TD TS TC 5D KH",
    "taken": {"card": "KH", "from": "stock"},
    "discards": ["9D"],
}


class ProblemError(Exception):
    """An error of the service: `code` for programs, the sentence for people."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem["detail"])
        self.code: str = problem["code"]
        self.pointer: str | None = problem.get("pointer")


class Meldwise:
    """The service at some address."""

    def __init__(self, url: str, key: str | None = None) -> None:
        self._url = url
        self._headers = {"Content-Type": "application/json"}
        if key is not None:
            self._headers["X-API-Key"] = key

    def ask(self, path: str, **fields: Any) -> Any:
        """One answer; a busy service is asked again when it says so."""
        for _ in range(5):
            try:
                with urlopen(self._request(path, fields)) as reply:
                    return json.load(reply)
            except HTTPError as error:
                with error:
                    problem = json.load(error)
                if error.code not in (429, 503):
                    raise ProblemError(problem) from None
                time.sleep(float(error.headers.get("Retry-After", 1)))
        raise ProblemError(problem)

    def hints(self, **fields: Any) -> Iterator[dict[str, Any]]:
        """Better and better hints; whoever has seen enough leaves the loop."""
        with urlopen(self._request("/v1/hint/stream", fields)) as reply:
            for line in reply:
                name, _, data = line.decode().partition(": ")
                if name == "data":
                    yield json.loads(data)

    def _request(self, path: str, fields: dict[str, Any]) -> Request:
        return Request(self._url + path, json.dumps(fields).encode(), self._headers)


def main(url: str) -> None:
    """Ask one question of each kind."""
    meldwise = Meldwise(url)

    best = meldwise.ask("/v1/melds", hand="7S 7H 7D 8D 9D TD 2C", rules="gin-rummy")
    for meld in best["melds"]:
        print(meld["kind"], *meld["cards"])
    print("deadwood", best["deadwood"]["points"])

    batch = meldwise.ask(
        "/v1/batch/melds", hands=["7S 7H 7D 2C", "7X", "TS JS QS KD"], rules="gin-rummy"
    )
    for item in batch["items"]:
        print(item["error"]["detail"] if "error" in item else item["deadwood"]["points"])

    for hint in meldwise.hints(position=POSITION, samples=20, seed=1):
        print(f"after {hint['samples']} samples:", hint["best"]["type"])

    try:
        meldwise.ask("/v1/melds", hand="7H", rules="ginn")
    except ProblemError as error:
        print(f"{error.code} at {error.pointer}: {error}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("MELDWISE_URL", USUAL_URL))
