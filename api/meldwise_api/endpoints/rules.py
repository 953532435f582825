"""``/v1/rules``: the rule sets, one of them whole, and the schema of one's own."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field
from pydantic_core import to_json

import meldwise as mw
from meldwise.errors import RulesError
from meldwise.rules.overview import overview
from meldwise.rules.schema import rules_schema
from meldwise_api.problems import ProblemError

router = APIRouter(tags=["rule sets"])


class RulesRow(BaseModel):
    """A rule set at a glance."""

    id: str = Field(description="What requests name.")
    aliases: list[str] = Field(description="Other names.")
    name: str = Field(description="Its name for people.")
    players: str = Field(description="How many play.")
    deck: str = Field(description="Packs and jokers.")
    cards: str = Field(description="Cards dealt to each.")
    melds: str = Field(description="Which melds there are.")
    wilds: str = Field(description="Wild cards.")
    ends: str = Field(description="How a hand ends.")


@router.get("/v1/rules", operation_id="listRules", response_model=list[RulesRow])
async def list_rules() -> Response:
    """All rule sets that are known by name."""
    return Response(_overview(), media_type="application/json")


# Before the next route, which would take "schema" for a name.
@router.get("/v1/rules/schema", operation_id="rulesSchema", response_model=dict[str, Any])
async def schema() -> Response:
    """The JSON Schema of a rule set as requests and files may hold it."""
    return Response(_schema(), media_type="application/json")


@router.get("/v1/rules/{id}", operation_id="getRules", response_model=mw.RuleSet)
async def get_rules(
    id: Annotated[  # noqa: A002 - the name of the path's part
        str, Path(max_length=200, description="Id or alias.", examples=["loba"])
    ],
) -> Response:
    """Every option of a rule set."""
    try:
        rules = mw.rules(id)
    except RulesError as error:
        raise ProblemError(404, error.code, error.message, where=error.where) from None
    return Response(_whole(rules), media_type="application/json")


@cache
def _overview() -> bytes:
    return to_json([row.to_dict() for row in overview()])


@cache
def _schema() -> bytes:
    return to_json(rules_schema())


@cache
def _whole(rules: mw.RuleSet) -> bytes:
    # Presets only: a request cannot bring its own rules here.
    return to_json(rules.to_dict())
