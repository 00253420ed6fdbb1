"""Makes the sample package importable: it is a package of its own, not installed here."""

import sys
from pathlib import Path

SAMPLE = Path(__file__).parents[1] / "sample_package"
if str(SAMPLE) not in sys.path:
    sys.path.insert(0, str(SAMPLE))
