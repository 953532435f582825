"""schemathesis: whatever the document lets through or forbids has an answer as it describes."""

from __future__ import annotations

import os
from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import positive_data_acceptance

from meldwise_api import Settings, create_app
from tests.api.asking import without_start

# Short searches: what is looked for are answers that are not as described.
APP = create_app(Settings(max_seconds=0.2, default_seconds=0.1, max_samples=50))
APP.state.service.ready.ready = True
# A list of too many items may be refused for its size, before it is read.
REFUSALS = ["400", "404", "405", "406", "413", "415", "422", "429", "503"]
CONFIG = schemathesis.Config.from_dict(
    {"checks": {"negative_data_rejection": {"expected-statuses": REFUSALS}}}
)
schema = schemathesis.openapi.from_asgi("/openapi.json", without_start(APP), config=CONFIG)

EXAMPLES = int(os.environ.get("MELDWISE_FUZZ", "25"))


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_as_described(case: Case[Any]) -> None:
    # Not every text is a card, so what the schema allows may be refused.
    case.call_and_validate(excluded_checks=[positive_data_acceptance])
