"""What all tests share: how hard Hypothesis looks, and that CI looks the same way every time."""

import os

from hypothesis import settings

# The first example of a rule set loads its data, and shared machines stall: a deadline would only
# report the machine.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
