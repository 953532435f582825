"""What every group of options is: frozen, strict, and closed to unknown names."""

from __future__ import annotations

from typing import Any, Self

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """A group of options: frozen, and an unknown name is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, strict=True)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, tuple[dict[str, Any]]]:
        # Only the options travel to a worker process: what is cached on the way (a hash that
        # depends on the process, views of tables) is made again there.
        return type(self).model_validate, (self.model_dump(by_alias=True),)
