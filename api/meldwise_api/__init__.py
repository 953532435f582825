"""The HTTP service of Meldwise: exact melds and advice for programs in any language.

`create_app` makes the application, `Settings` says how; ``meldwise serve`` runs it.
"""

from meldwise_api.app import create_app
from meldwise_api.settings import Settings

__all__ = ["Settings", "create_app"]
